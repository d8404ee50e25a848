/* Where the page starts. */
import '../style.css';
import { render } from 'preact';
import { setup as setupAnalyse } from '../analyse';
import { setup as setupEdit } from '../edit';
import { setup as setupPlay } from '../play';
import { addFrameKeys } from './frame-keys';
import { fitZoom } from './board';
import { Frame } from './frame';
import { listenToDrops } from './drop';
import { loadInfo } from './info';
import { listenToKeys } from './keys';
import { rememberWay } from './nav';
import { applySettings } from './settings';
import { runStarts } from './store';

applySettings();
rememberWay();
fitZoom();
addFrameKeys();
setupEdit();
setupAnalyse();
setupPlay();
listenToKeys();
listenToDrops();
render(<Frame />, document.getElementById('page')!);
runStarts();
void loadInfo();
