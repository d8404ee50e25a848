/* A board, and what the engine thinks of it while it changes. Nothing but the package is needed. */
import { Hexad } from '../index.js';

const hexad = new Hexad();
const board = document.getElementById('board');
const told = document.getElementById('told');
const stones = [];
let search = new AbortController();

const name = (x, y) => `${String.fromCharCode(97 + x)}${y + 1}`;
const svg = (tag, attributes) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
};

function draw(position) {
    board.replaceChildren();
    for (let i = 0; i < 19; i++)
        board.append(svg('path', { d: `M0 ${i}H18M${i} 0V18`, stroke: '#7a5c2e', 'stroke-width': 0.04, fill: 'none' }));
    for (const colour of ['black', 'white'])
        for (const square of position[colour])
            board.append(
                svg('circle', {
                    cx: square.charCodeAt(0) - 97,
                    cy: 19 - Number(square.slice(1)),
                    r: 0.45,
                    fill: colour,
                    'data-square': square,
                }),
            );
}

function tell(report) {
    const lines = report.lines.map((l) => `${l.turn.join(' ')}  ${Math.round(100 * l.chance)}%`);
    told.value = `depth ${report.depth}, ${report.nodes} nodes\n${lines.join('\n')}`;
}

async function look() {
    search.abort();
    const { signal } = (search = new AbortController());
    const game = { rules: 'connect6', stones };
    try {
        const position = await hexad.post('/position', { game });
        if (signal.aborted) return;
        draw(position);
        if (position.outcome !== 'open') told.value = `Over: ${position.outcome}`;
        else await hexad.analyse({ game, lines: 3, seconds: 10 }, tell, signal);
    } catch (error) {
        if (error.code !== 'aborted') told.value = error.message;
    }
}

board.addEventListener('click', (event) => {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.getScreenCTM().inverse());
    const [x, y] = [Math.round(at.x), 18 - Math.round(at.y)];
    if (x < 0 || y < 0 || x > 18 || y > 18 || stones.includes(name(x, y))) return;
    stones.push(name(x, y));
    look();
});
document.getElementById('undo').addEventListener('click', () => {
    stones.pop();
    look();
});
look();
