"""Builds the Python package (PEP 517) with nothing but the standard library, CMake and a C compiler.

pip calls build_wheel; `python3 python/backend.py FOLDER [LIBRARY]` makes a wheel there, of a libhexad that was built before or of a
new one. The same sources give the same bytes: files are in order, and their time is SOURCE_DATE_EPOCH or 1980."""

import base64
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import time
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent


def version():
    """Declared in the public header, once."""
    return re.search(r'#define HEXAD_VERSION "(.*?)"', (ROOT / "include/hexad.h").read_text()).group(1)


LIBRARY = f"libhexad.so.{version().split('.')[0]}"


def described(name):
    """A line of pyproject.toml, which older Pythons have no reader for."""
    return re.search(rf'^{name} = "(.*)"$', (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.M).group(1)


def metadata():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    return (f"Metadata-Version: 2.1\nName: hexad\nVersion: {version()}\nSummary: {described('description')}\n"
            f"License: MIT\nRequires-Python: {described('requires-python')}\nProvides-Extra: arrays\n"
            'Requires-Dist: numpy ; extra == "arrays"\n'
            f"Description-Content-Type: text/markdown\n\n{readme}")


def build_library(folder):
    """Builds libhexad alone, and returns where it is."""
    cmake = os.environ.get("CMAKE", "cmake")
    try:
        subprocess.run([cmake, "-S", str(ROOT), "-B", str(folder), "-DHEXAD_LIBRARY_ONLY=ON"], check=True)
        subprocess.run([cmake, "--build", str(folder), "--target", "hexad_shared", "--parallel"], check=True)
    except FileNotFoundError:
        raise SystemExit(f"hexad: {cmake} was not found; building the library takes CMake and a C compiler") from None
    return pathlib.Path(folder) / LIBRARY


def stripped(library):
    """Its bytes without what only debuggers want."""
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / LIBRARY
        copy.write_bytes(pathlib.Path(library).read_bytes())
        try:
            subprocess.run(["strip", "--strip-unneeded", str(copy)], check=True)
        except (OSError, subprocess.CalledProcessError):
            pass  # it is larger, and works
        return copy.read_bytes()


def when():
    epoch = int(os.environ.get("SOURCE_DATE_EPOCH", "315532800"))
    return time.gmtime(max(epoch, 315532800))[:6]


def wheel_files(library):
    info = f"hexad-{version()}.dist-info"
    tag = "py3-none-" + re.sub(r"[-.]", "_", sysconfig.get_platform())
    files = {f"hexad/{p.name}": p.read_bytes() for p in sorted((ROOT / "python/hexad").iterdir()) if p.is_file()}
    files[f"hexad/{LIBRARY}"] = stripped(library)
    files[f"{info}/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    files[f"{info}/METADATA"] = metadata().encode()
    files[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: hexad\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    record = ""
    for name, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(data)}\n"
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    return f"hexad-{version()}-{tag}.whl", files


def make_wheel(folder, library):
    name, files = wheel_files(library)
    pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(pathlib.Path(folder) / name, "w") as z:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path, when())
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o755 if path.endswith(LIBRARY) else 0o644) << 16
            z.writestr(entry, data)
    return name


# ---- What pip calls ----


def get_requires_for_build_wheel(config_settings=None):
    return []


def get_requires_for_build_sdist(config_settings=None):
    return []


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    library = os.environ.get("HEXAD_LIBRARY")
    if library:
        return make_wheel(wheel_directory, library)
    with tempfile.TemporaryDirectory() as folder:
        return make_wheel(wheel_directory, build_library(folder))


def build_sdist(sdist_directory, config_settings=None):
    """What is needed to build the wheel again."""
    base = f"hexad-{version()}"
    parts = ["CMakeLists.txt", "CHANGELOG.md", "LICENSE", "README.md", "pyproject.toml", "cmake", "include", "python", "src"]
    paths = [p for part in parts for p in sorted((ROOT / part).rglob("*") if (ROOT / part).is_dir() else [ROOT / part])
             if p.is_file() and "__pycache__" not in p.parts]
    name = base + ".tar.gz"
    with tarfile.open(pathlib.Path(sdist_directory) / name, "w:gz", format=tarfile.PAX_FORMAT) as tar:
        for path in paths:
            tar.add(path, f"{base}/{path.relative_to(ROOT)}")
        with tempfile.NamedTemporaryFile() as info:
            info.write(metadata().encode())
            info.flush()
            tar.add(info.name, f"{base}/PKG-INFO")
    return name


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: backend.py FOLDER [LIBRARY]")
    if len(sys.argv) == 3:
        print(make_wheel(sys.argv[1], sys.argv[2]))
    else:
        print(build_wheel(sys.argv[1]))
