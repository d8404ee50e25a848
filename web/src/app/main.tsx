/* Where the page starts. */
import '../style.css';
import './fields.css';
import './frame.css';
import './board.css';
import { render } from 'preact';
import { host } from '../api';
import { setup as setupAnalyse } from '../analyse';
import { setup as setupEdit } from '../edit';
import { setup as setupExplore } from '../explore';
import { setup as setupFriend } from '../friend';
import { setup as setupPlay } from '../play';
import { setup as setupProof } from '../proof';
import { setup as setupPuzzles } from '../puzzles';
import { setup as setupLab } from '../lab';
import { setup as setupLesson } from '../lesson';
import { setup as setupTournaments } from '../tournaments';
import { addFrameKeys } from './frame-keys';
import { fitZoom } from './board';
import { embedded } from './embed';
import { Frame } from './frame';
import { listenToDrops } from './drop';
import { loadInfo } from './info';
import { listenToKeys } from './keys';
import { rememberWay } from './nav';
import { keepOffline } from './offline';
import { watchRecent } from './recent-dialog';
import { applySettings } from './theme';
import { runStarts } from './store';

applySettings();
rememberWay();
fitZoom();
watchRecent();
addFrameKeys();
if (host.served && !embedded) {
    setupFriend();
    setupTournaments();
}
setupProof();
setupEdit();
setupAnalyse();
setupPlay();
setupPuzzles();
setupLesson();
// The collections and the labs are the server's: a page that has none has no tabs of them.
if (host.served) {
    setupExplore();
    setupLab();
}
listenToKeys();
listenToDrops();
render(<Frame />, document.getElementById('page')!);
runStarts();
if (!embedded) {
    void loadInfo();
    keepOffline();
}
