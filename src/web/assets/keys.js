// Controls and keys, and the beginning of it all; the last script of the board.
'use strict';

async function hint() {
  const box = $('advice');
  show('choices');
  box.hidden = false;
  try {
    const found = await analyse(box, () => { box.hidden = true; });
    if (!found) { box.hidden = true; return; }
    const choice = view.choices.find((other) => other.do === found.do);
    box.replaceChildren(make('p', {}, t('Hint: {choice}.', { choice: found.words.split(' | ')[0] })), make('p', {}, view.choices.length > 1 ? `${found.why} ${t('Chance of winning {win} %.', { win: Math.round(100 * found.win) })}` : t('There is no other choice.')));
    if (choice) box.append(make('button', { type: 'button', id: 'take-hint', title: t('Take the hint (y)'), click: () => act(choice) }, t('Take the hint')));
    if (found.others.length) {
      const others = found.others.slice(0, 4).map((other) => make('li', {}, `${Math.round(100 * other.win)} %: ${other.words.split(' | ')[0]}`));
      box.append(make('details', {}, make('summary', {}, t('Also looked at')), make('ul', {}, ...others)));
    }
    const name = found.spot?.to ?? found.spot?.from;
    if (name) { point(name, true); flash([name]); }
    heat(found);
  } catch (error) {
    box.textContent = error.message;
  }
}

/** Shows what the staff would do in the rest of the phase: to be taken as a whole, up to a line, or not at all. */
async function propose() {
  if (!view?.mine || replay !== null) return;
  const box = $('advice');
  show('choices');
  box.hidden = false;
  box.replaceChildren(make('p', {}, t('The staff works out a proposal ...')));
  const { version } = view;
  try {
    const { lines, why } = await ask(`${base}/proposal`, {});
    if (!lines || view.version !== version) { box.hidden = true; return; }
    const take = async (count) => {
      const wanted = lines.slice(0, count).flatMap((line) => line.do);
      const made = await takeAll(wanted);
      if (made < wanted.length) note(t('Taken: {made} of {all} choices; the next one cannot be made, or not be taken back.', { made, all: wanted.length }));
    };
    const item = ({ words, spot, why: reason }, index) => {
      const button = make('button', { type: 'button', title: t('Take the proposal up to here'), click: () => take(index + 1) }, words);
      const name = spot?.to ?? spot?.from;
      if (name) for (const event of ['focus', 'pointerenter']) button.addEventListener(event, () => flash([name]));
      return make('li', {}, button, reason ? make('span', { class: 'detail' }, ` ${reason}`) : '');
    };
    if (!lines.length) { box.replaceChildren(make('p', {}, t('The staff would do nothing more in this phase.'))); return; }
    box.replaceChildren(
      make('p', {}, make('b', {}, t('The staff proposes:')), why ? ` ${why}` : ''),
      make('ol', { class: 'proposal' }, ...lines.map(item)),
      make('button', { type: 'button', id: 'take-hint', class: 'main', title: t('Take all of it (y)'), click: () => take(lines.length) }, t('Take all of it')),
    );
  } catch (error) {
    box.textContent = error.message;
  }
}

const panes = ['choices', 'log', 'units', 'tracks', 'tables', 'more'];
function show(pane) {
  for (const key of panes) {
    $(`tab-${key}`).setAttribute('aria-selected', String(key === pane));
    $(`pane-${key}`).hidden = key !== pane;
  }
  // What is not seen is not drawn before it is.
  if (shown) { drawLog(); drawUnits(); drawTracks(); }
  if (pane === 'tables') drawTables();
}

function nextUnit(step) {
  if (!view?.mine) return;
  const names = [...new Set(view.choices.map(({ spot }) => spot.to ?? spot.from).filter((name) => name && cells.has(name)))];
  if (!names.length) return;
  const at = names.indexOf(cursor);
  point(names[(at + step + names.length) % names.length], true);
}

let lane = null; // the row or column that the arrow keys keep to, however the hexes stand
function moveCursor(dx, dy) {
  const from = cells.get(cursor) ?? { x: box[0] + box[2] / 2, y: box[1] + box[3] / 2 };
  const axis = dx ? 'y' : 'x';
  if (!lane || lane.axis !== axis || lane.cell !== cursor) lane = { axis, at: from[axis] };
  let best = null;
  let least = Infinity;
  for (const [name, cell] of cells) {
    const [x, y] = [cell.x - from.x, cell.y - from.y];
    const along = x * dx + y * dy;
    if (along < 8 || Math.hypot(x, y) > 95) continue;
    const aside = Math.abs(x * dy - y * dx);
    if (aside > 40) continue;
    const cost = Math.hypot(x, y) + aside * 0.6 + Math.abs(cell[axis] - lane.at) * 0.1;
    if (cost < least) { least = cost; best = name; }
  }
  if (squares && cells.has(cursor)) best = squareAt(from.column + dx, from.row + dy);
  if (!cursor) best = nearest(from) ?? best;
  if (!best) return;
  lane.cell = best;
  point(best, true);
  openFan(best);
}

function pace(change) {
  const wanted = { paused: beat?.paused ?? false, pace: Number($('pace').value), ...change };
  ask(`${base}/pace`, wanted).catch((error) => say(error.message));
}

function toggleCounters() {
  const off = map.classList.toggle('bare');
  $('hide').setAttribute('aria-pressed', String(off));
}

function nextOverlay() {
  const look = $('look');
  look.selectedIndex = (look.selectedIndex + 1) % look.length;
  chooseOverlay();
}

let asideFrom = null; // the side that was looked at before an overlay that shows the opponent

/** Draws an overlay that has been chosen. What the opponent may do against the own turn is asked of the opponent. */
function chooseOverlay() {
  const side = $('look-side');
  if (asideFrom) side.value = asideFrom;
  const turns = view?.mine && $('look').selectedOptions[0].dataset.opponent !== undefined;
  asideFrom = turns ? side.value : null;
  if (turns) side.value = view.viewer === 'axis' ? 'soviet' : 'axis';
  drawOverlay();
}

async function escape() {
  if (!$('menu').hidden) { hideMenu(); map.focus(); return; }
  if (armed || finishing) { disarm(); return; }
  if (ruler) { toggleRuler(); return; }
  if (isStopped()) { goOn({ hurry: true }); return; }
  if (replay !== null) { leaveReplay(); return; }
  if (!$('message').hidden) { say(null); return; }
  if (opened && view.undo) await undo();
}

const keys = {
  ArrowLeft: () => moveCursor(-1, 0), ArrowRight: () => moveCursor(1, 0), ArrowUp: () => moveCursor(0, -1), ArrowDown: () => moveCursor(0, 1),
  n: () => nextUnit(1), b: () => nextUnit(-1),
  e: () => { const done = view.mine && replay === null && doneChoice(); if (done) act(done); },
  a: () => $('gather-all')?.click(), w: turnDial, f: finish, y: () => { const take = !$('advice').hidden && $('take-hint'); if (take) take.click(); else hint(); },
  u: () => { if (!$('undo').disabled) undo(); }, r: () => { if (!$('redo').disabled) redo(); }, h: hint, v: propose, o: nextOverlay, x: toggleCounters, m: () => $('measure')?.click(),
  l: () => show('log'), c: () => show('choices'), t: () => show('tracks'), k: () => show('units'), s: () => show('tables'), '?': () => { show('more'); $('keys').scrollIntoView(); },
  '/': () => { show('choices'); $('find').focus(); },
  '+': () => zoom(1 / 1.3), '=': () => zoom(1 / 1.3), '-': () => zoom(1.3), 0: fit,
  ',': () => look((replay ?? view.actions) - 1), '.': () => { if (replay !== null) look(replay + 1); },
  '[': () => stepStory(-1), ']': () => stepStory(1),
  g: () => pace({ hurry: true, paused: false }), p: () => pace({ paused: !beat.paused }),
  Escape: escape,
};

addEventListener('keydown', (event) => {
  // A browser may let the second Escape close a dialog that refused the first.
  if ($('handover').open && event.key === 'Escape') event.preventDefault();
  if (event.ctrlKey || event.metaKey || event.altKey || !view || $('handover').open) return;
  const typing = event.target.matches('input:not([type=range]), select, textarea');
  if (typing && event.key !== 'Escape') return;
  if (event.target.matches('input[type=range]') && event.key.startsWith('Arrow')) return;
  if ([' ', 'Enter'].includes(event.key) && !event.target.matches('button, a, summary, select, [role=tab]')) {
    if (isStopped()) {
      event.preventDefault();
      if (!event.repeat) goOn();
      return;
    }
    // The key that went on from the last fight decides nothing.
    if (performance.now() - wentOn < HASTE) { event.preventDefault(); return; }
  }
  // A key that is held down decides nothing twice, nor does it press the button that has come under it.
  if (event.repeat && event.key === 'Enter') event.preventDefault();
  if (event.repeat && !/^(Arrow|[-+=,.[\]nb]$)/.test(event.key)) return;
  if (event.key === 'Enter') {
    if ((armed || finishing) && !event.target.matches('button, a, summary, select')) {
      event.preventDefault();
      confirmArmed();
      return;
    }
    if (event.target === map || event.target === document.body) {
      event.preventDefault();
      if (cursor && ruler) setRuler(cursor);
      else if (cursor) choose(cursor);
    }
    return;
  }
  if ($('menu').contains(event.target) && ['ArrowUp', 'ArrowDown'].includes(event.key)) {
    event.preventDefault();
    const items = [...$('menu').querySelectorAll('button')];
    items[items.indexOf(event.target) + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
    return;
  }
  if (event.target.getAttribute('role') === 'tab' && ['ArrowLeft', 'ArrowRight'].includes(event.key)) {
    event.preventDefault();
    const at = panes.indexOf(event.target.id.slice(4));
    const next = panes[(at + (event.key === 'ArrowRight' ? 1 : panes.length - 1)) % panes.length];
    show(next);
    $(`tab-${next}`).focus();
    return;
  }
  const digit = /^[1-9]$/.test(event.key) && replay === null && view.mine ? listedChoices()[Number(event.key) - 1] : null;
  const run = digit ? () => act(digit) : keys[event.key];
  if (!run) return;
  event.preventDefault();
  if (typing) event.target.blur();
  run();
});

for (const pane of panes) $(`tab-${pane}`).addEventListener('click', () => show(pane));
$('take-over').addEventListener('click', takeOver);
$('handover').addEventListener('cancel', (event) => event.preventDefault());
$('handover').addEventListener('close', handOver);
$('close').addEventListener('click', () => { const done = doneChoice(); if (done) act(done); });
$('finish').addEventListener('click', finish);
$('propose').addEventListener('click', propose);
$('confirm-do').addEventListener('click', confirmArmed);
$('confirm-leave').addEventListener('click', disarm);
/** Questions that are answered once and for all: the server keeps the answers while the game lies on the table. */
for (const select of document.querySelectorAll('[data-standing]')) {
  const input = document.querySelector(`[data-near-of="${select.dataset.standing}"]`);
  const send = async () => {
    const near = input.value.split(/[^\w]+/).filter(Boolean);
    const answer = { standing: { key: select.dataset.standing, answer: select.value, near } };
    // The game may have gone on meanwhile: the answer holds all the same.
    const { version } = view;
    const kept = await wish(answer) || (view.version !== version && await wish(answer));
    // What was refused stays to be mended.
    input.setAttribute('aria-invalid', String(!kept));
    if (kept) drawStanding();
  };
  select.addEventListener('change', () => { input.hidden = select.value !== select.dataset.near; send(); });
  input.addEventListener('change', send);
}
/** Shows the answers that the server keeps, but not over what is being chosen or was refused. */
function drawStanding() {
  for (const select of document.querySelectorAll('[data-standing]')) {
    const kept = view.standing[select.dataset.standing];
    const input = document.querySelector(`[data-near-of="${select.dataset.standing}"]`);
    if (document.activeElement === select || document.activeElement === input || input.ariaInvalid === 'true') continue;
    select.value = kept?.answer ?? select.options[0].value;
    input.hidden = select.value !== select.dataset.near;
    input.value = (kept?.near ?? []).join(' ');
  }
}
$('unasked').checked = localStorage.getItem(unasked) !== null;
$('unasked').addEventListener('change', () => {
  if ($('unasked').checked) localStorage.setItem(unasked, 'yes');
  else localStorage.removeItem(unasked);
});
$('stops').value = stopsWanted();
$('stops').addEventListener('change', () => {
  localStorage.setItem(STOPS, $('stops').value);
  // What a page wants is told when the stream begins; the page that has it may be another one.
  channel?.postMessage({ ask: true, again: true });
  hangUp();
  listen();
});
$('undo').addEventListener('click', undo);
$('redo').addEventListener('click', redo);
$('hint').addEventListener('click', hint);
$('hurry').addEventListener('click', () => pace({ hurry: true, paused: false }));
$('pause').addEventListener('click', () => pace({ paused: !beat.paused }));
$('pace').addEventListener('change', () => pace({}));
$('zoom-in').addEventListener('click', () => zoom(1 / 1.3));
$('zoom-out').addEventListener('click', () => zoom(1.3));
$('zoom-all').addEventListener('click', fit);
$('hide').addEventListener('click', toggleCounters);
$('look').addEventListener('change', chooseOverlay);
$('look-side').addEventListener('change', drawOverlay);
$('find').addEventListener('input', drawChoices);
$('find-unit').addEventListener('input', drawUnits);
$('whole-log').addEventListener('click', async () => drawLog(await ask(`${base}/log`)));
$('replay').addEventListener('input', (event) => look(Number(event.target.value)));
$('first').addEventListener('click', () => look(0));
$('back').addEventListener('click', () => look((replay ?? view.actions) - 1));
$('forward').addEventListener('click', () => { if (replay !== null) look(replay + 1); });
$('live').addEventListener('click', leaveReplay);
$('branch').addEventListener('click', async () => {
  try { location.href = (await ask(`${base}/branch`, { at: replay })).page; } catch (error) { say(error.message); }
});

(async () => {
  try {
    const drawn = await ask(`${base}/ground`);
    squares = drawn.squares;
    cells = squares ? new Map(squareCells(squares)) : new Map(drawn.cells.map(([name, x, y, label, scale]) => [name, { name, x, y, label: label ?? name, scale }]));
    drawNumbers();
    fit();
    await refresh();
    if (view) $('look-side').value = view.viewer;
    closeIn();
    if (view) bringChoices();
    if (location.hash && view) look(Number(location.hash.slice(1)) || 0);
    listen();
    document.body.dataset.ready = 'yes';
  } catch (error) {
    say(error.message);
  }
})();
