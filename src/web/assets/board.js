// The board: draws the view that the server sends, highlights the choices in it, sends the one that is made.
// It knows no rule; everything that may be done stands in the view.
'use strict';

const NS = 'http://www.w3.org/2000/svg';
const game = document.body.dataset.game;
const base = `/game/${game}`;
const $ = (id) => document.getElementById(id);
const map = $('map');

const PLATE = 44; // edge of a counter
const OFFSET = 4; // how far each counter of a stack lies from the one below
const DEEPEST = 4; // most counters of a stack that are drawn

let view = null; // what the server told last
let shown = null; // the view, or a position of the replay
let cells = new Map(); // by name
let cursor = null; // name of the cell under the cursor
let opened = null; // the last choice, if it only began something
let replay = null; // number of actions, while looking back
let fan = null;
let busy = false;
let beat = null;

function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

// ---- talking to the server ---------------------------------------------------------------------

function say(words) {
  const message = $('message');
  message.hidden = !words;
  message.textContent = words ?? '';
}

async function refresh() {
  try {
    const fresh = await ask(`${base}/view`);
    if (view && fresh.version < view.version) return;
    accept(fresh);
  } catch (error) {
    say(error.message);
  }
}

let refreshing = null;
function refreshSoon() {
  refreshing ??= setTimeout(() => { refreshing = null; refresh(); }, 15);
}

function accept(fresh) {
  view = fresh;
  hideMenu();
  if (view.trouble) say(view.trouble);
  if (replay === null) draw(view);
  drawPanels();
  drawReplay();
}

/** Sends a wish. Gives whether it was granted. */
async function wish(body) {
  if (busy || !view) return false;
  busy = true;
  try {
    const fresh = await ask(`${base}/wish`, { version: view.version, ...body });
    opened = null;
    say(null);
    $('advice').hidden = true;
    accept(fresh);
    return true;
  } catch (error) {
    if (error.status === 409) await refresh();
    else say(error.message);
    return false;
  } finally {
    busy = false;
  }
}

async function act(choice) {
  const opens = view.openers.includes(choice.spot.verb);
  if (await wish({ act: choice.do })) opened = opens ? choice.do : null;
}

const undo = () => wish({ undo: true });
const redo = () => wish({ redo: true });

function listen() {
  const source = new EventSource(`${base}/events`);
  source.onmessage = (event) => {
    beat = JSON.parse(event.data);
    drawBeat();
    if (view && beat.version !== view.version && !busy) refreshSoon();
  };
  source.onopen = () => { if (view) refreshSoon(); };
  addEventListener('pagehide', () => source.close());
}

// ---- counters ------------------------------------------------------------------------------------

function stacks(counters) {
  const found = new Map();
  for (const counter of counters) {
    if (!cells.has(counter.place)) continue;
    if (!found.has(counter.place)) found.set(counter.place, []);
    found.get(counter.place).push(counter);
  }
  for (const stack of found.values()) stack.sort((a, b) => a.rank - b.rank);
  return found;
}

function plate(counter, x, y) {
  const half = PLATE / 2;
  const all = svg('g', { transform: `translate(${x} ${y})`, class: `counter ${counter.marks.join(' ')}` });
  all.append(svg('rect', { x: -half, y: -half, width: PLATE, height: PLATE, rx: 4, class: `plate ${counter.plate}` }));
  all.append(svg('rect', { x: -half + 1.5, y: -half + 1.5, width: 4, height: PLATE - 3, rx: 1.5, class: counter.stripe }));
  return all;
}

function face(counter, x, y) {
  const all = plate(counter, x, y);
  const half = PLATE / 2;
  all.append(svg('text', { x: 2, y: -half + 8.5, class: 'unit' }, counter.id));
  all.append(svg('text', { x: 2, y: -half + 15, class: 'size' }, counter.size));
  all.append(svg('use', { href: `#${counter.symbol}`, x: 2, y: 2 }));
  all.append(svg('text', { x: 2, y: half - 3.5, class: 'value' }, counter.values));
  const [left, full] = counter.steps;
  if (full > 1) for (let step = 0; step < full; step += 1) {
    all.append(svg('circle', { cx: half - 3.6, cy: 7 - 6 * step, r: 2, class: step < left ? 'step' : 'step lost' }));
  }
  const signs = { unsupplied: 'U', disorganised: 'D', moved: '·' };
  counter.marks.filter((mark) => mark !== 'moved').forEach((mark, index) => {
    all.append(svg('circle', { cx: half - 2 - 13 * index, cy: -half + 2, r: 6.5, class: `mark ${mark}` }));
    all.append(svg('text', { x: half - 2 - 13 * index, y: -half + 5.2, class: 'sign' }, signs[mark]));
  });
  return all;
}

function drawCounters(counters) {
  const all = [];
  for (const [name, stack] of stacks(counters)) {
    const { x, y } = cells.get(name);
    const drawn = stack.slice(-DEEPEST);
    const shift = (OFFSET * (drawn.length - 1)) / 2;
    const group = svg('g', { class: 'stack', 'data-cell': name });
    drawn.forEach((counter, level) => {
      const step = OFFSET * level - shift;
      group.append((level + 1 === drawn.length ? face : plate)(counter, x + step, y - step));
    });
    if (stack.length > 1) {
      const at = PLATE / 2 + shift - 2;
      group.append(svg('circle', { cx: x - at + 1, cy: y + at - 1, r: 7.5, class: 'badge' }));
      group.append(svg('text', { x: x - at + 1, y: y + at + 2.5, class: 'count' }, String(stack.length)));
    }
    all.push(group);
  }
  $('counters').replaceChildren(...all);
  closeFan();
}

function closeFan() {
  fan = null;
  $('fan').replaceChildren();
}

/** Spreads a stack out so that every counter can be read. */
function openFan(name) {
  if (fan === name) return;
  closeFan();
  const stack = stacks(shown.counters).get(name);
  if (!stack || stack.length < 2) return;
  fan = name;
  const { x, y } = cells.get(name);
  const gap = PLATE + 5;
  const box = map.viewBox.baseVal;
  const width = gap * stack.length + 6;
  const left = Math.min(Math.max(x - width / 2, box.x + 4), Math.max(box.x + 4, box.x + box.width - width - 4));
  const top = y - 40 - PLATE - 8 < box.y ? y + 40 : y - 40 - PLATE - 8;
  const group = svg('g', {}, svg('rect', { x: left, y: top, width, height: PLATE + 8, rx: 6, class: 'tray' }));
  [...stack].reverse().forEach((counter, index) => {
    const spot = face(counter, left + 3 + gap * (index + 0.5), top + PLATE / 2 + 4);
    spot.classList.add('in-fan');
    spot.dataset.unit = counter.id;
    group.append(spot);
  });
  $('fan').append(group);
}

// ---- marks on cells ------------------------------------------------------------------------------

function tint(name, kind, extra) {
  const cell = cells.get(name);
  const shape = svg('use', { href: '#cell', x: cell.x, y: cell.y, class: kind });
  if (!extra) return [shape];
  return [shape, svg('text', { x: cell.x, y: cell.y + 36, class: 'cost' }, extra)];
}

function drawMarks() {
  const under = [];
  const over = [];
  for (const layer of shown.focus) for (const name of layer.cells) if (cells.has(name)) under.push(...tint(name, `focus ${layer.class}`));
  if (replay === null && view.mine) {
    const seen = new Set();
    for (const { spot } of view.choices) {
      const name = spot.to ?? spot.from;
      if (!name || !cells.has(name)) continue;
      const key = `${name} ${spot.to ? 'to' : 'from'}`;
      if (seen.has(key)) continue;
      seen.add(key);
      over.push(...tint(name, spot.to ? 'legal-target' : 'legal-unit', spot.to && spot.cost));
    }
  }
  $('marks').replaceChildren(...under);
  $('over').replaceChildren(...over);
}

function drawCursor() {
  const cell = cursor && cells.get(cursor);
  $('cursor').replaceChildren(...(cell ? [svg('use', { href: '#cell', x: cell.x, y: cell.y, class: 'cursor' })] : []));
  if (!cell) return;
  const here = shown.counters.filter((counter) => counter.place === cursor);
  const words = [cell.label, ...here.map((counter) => counter.title)];
  const can = replay === null ? choicesAt(cursor).length : 0;
  if (can) words.push(can === 1 ? '1 choice here' : `${can} choices here`);
  $('about').textContent = words.join(' | ');
}

let flashing = 0;
function flash(names) {
  const shapes = names.filter((name) => cells.has(name)).flatMap((name) => tint(name, 'flash'));
  document.querySelectorAll('.flash').forEach((old) => old.remove());
  $('over').append(...shapes);
  clearTimeout(flashing);
  flashing = setTimeout(() => shapes.forEach((shape) => shape.remove()), 1600);
  return shapes.length;
}

const cellsIn = (words) => [...new Set(words.match(/[A-Za-z0-9]+/g) ?? [])].filter((word) => cells.has(word));

async function drawOverlay() {
  const key = $('look').value;
  const legend = $('legend');
  $('look-side').hidden = key !== 'supply';
  const put = (overlay) => {
    const parts = [];
    for (const layer of overlay.layers) for (const name of layer.cells) if (cells.has(name)) parts.push(...tint(name, layer.class));
    for (const trace of overlay.traces) {
      const points = trace.cells.map((name) => cells.get(name)).filter(Boolean);
      parts.push(svg('polyline', { points: points.map(({ x, y }) => `${x},${y}`).join(' '), class: trace.class }));
    }
    $('overlay').replaceChildren(...parts);
    legend.replaceChildren(...[...overlay.layers, ...overlay.traces].map((layer) => make('span', { class: 'key' }, make('i', { class: layer.class }), layer.title)));
    legend.hidden = overlay.layers.length + overlay.traces.length === 0;
  };
  if (!key) return put({ layers: [], traces: [] });
  if (key === 'last') {
    const other = view.viewer === 'axis' ? 'soviet' : 'axis';
    const { entries } = await ask(`${base}/log`);
    let end = entries.length;
    while (end > 0 && entries[end - 1].side !== other) end -= 1;
    let begin = end;
    while (begin > 0 && entries[begin - 1].side !== view.viewer) begin -= 1;
    const named = new Set(entries.slice(begin, end).flatMap((entry) => cellsIn(entry.words)));
    return put({ layers: [{ class: 'tint-last', title: `${end - begin} actions of the other side`, cells: [...named] }], traces: [] });
  }
  const at = replay === null ? '' : `&at=${replay}`;
  try {
    put(await ask(`${base}/overlay?key=${key}&side=${$('look-side').value}${at}`));
  } catch (error) {
    say(error.message);
  }
}

async function showSupply(id) {
  try {
    const { words, overlay } = await ask(`${base}/supply?counter=${encodeURIComponent(id)}`);
    const parts = overlay.layers.flatMap((layer) => layer.cells.flatMap((name) => tint(name, layer.class)));
    for (const trace of overlay.traces) {
      const points = trace.cells.map((name) => cells.get(name));
      parts.push(svg('polyline', { points: points.map(({ x, y }) => `${x},${y}`).join(' '), class: trace.class }));
    }
    $('overlay').replaceChildren(...parts);
    $('legend').hidden = false;
    $('legend').textContent = words;
  } catch (error) {
    say(error.message);
  }
}

// ---- choosing on the map -------------------------------------------------------------------------

const choicesAt = (name) => view.mine ? view.choices.filter(({ spot }) => (spot.to ?? spot.from) === name) : [];

function hideMenu() {
  $('menu').hidden = true;
  $('menu').replaceChildren();
}

/** Offers several choices at a cell. */
function offer(name, choices) {
  const menu = $('menu');
  menu.replaceChildren(...choices.map((choice) => make('button', { type: 'button', role: 'menuitem', click: () => { hideMenu(); act(choice); } }, choice.words)));
  menu.append(make('button', { type: 'button', role: 'menuitem', class: 'dim', click: hideMenu }, 'nothing'));
  const cell = cells.get(name);
  const at = new DOMPoint(cell.x, cell.y).matrixTransform(map.getScreenCTM());
  const area = $('map-area').getBoundingClientRect();
  menu.hidden = false;
  menu.style.left = `${Math.max(4, Math.min(at.x - area.left + 12, area.width - menu.offsetWidth - 4))}px`;
  menu.style.top = `${Math.max(4, Math.min(at.y - area.top + 12, area.height - menu.offsetHeight - 4))}px`;
  menu.firstChild.focus({ preventScroll: true });
}

async function choose(name, unit) {
  if (replay !== null) return say('This is a look back. "Now" leads back to the game.');
  if (!view.mine) return explain(name);
  const matching = () => {
    const here = choicesAt(name);
    const own = unit ? here.filter(({ spot }) => spot.unit === unit) : here;
    return own.length ? own : here;
  };
  let here = matching();
  if (!here.length && opened && view.undo > 0) {
    // A unit was picked up and another one is meant.
    const first = opened;
    if (await undo()) {
      here = matching();
      if (!here.length) {
        await redo();
        opened = first;
      }
    }
  }
  if (here.length === 1) return act(here[0]);
  if (here.length > 1) return offer(name, here);
  return explain(name);
}

async function explain(name) {
  try {
    const { reasons } = await ask(`${base}/why?cell=${encodeURIComponent(name)}`);
    const cell = cells.get(name);
    if (!reasons.length) return say(`${cell.label}: nothing can be done here now.`);
    const message = $('message');
    message.hidden = false;
    message.replaceChildren(make('b', {}, `${cell.label}: why not?`), make('ul', {}, ...reasons.slice(0, 6).map(({ words, reason, rule }) =>
      make('li', {}, `${words.split(' | ')[0]}: ${reason} `, make('a', { href: `/rules/${view.game}#r${rule}`, target: 'rules' }, `[${rule}]`)))));
  } catch (error) {
    say(error.message);
  }
}

// ---- the panel -----------------------------------------------------------------------------------

function number(value) {
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}

function drawFight(odds) {
  const box = $('fight');
  box.hidden = !odds;
  if (!odds) return;
  const shift = (value) => (value > 0 ? `+${value}` : String(value));
  const rows = [
    make('tr', {}, make('th', { scope: 'row' }, 'Die'), ...odds.falls.map(({ die }) => make('th', { scope: 'col' }, String(die)))),
    make('tr', {}, make('th', { scope: 'row' }, 'Attacker loses'), ...odds.falls.map(({ attacker }) => make('td', {}, attacker ? String(attacker) : '-'))),
    make('tr', {}, make('th', { scope: 'row' }, 'Defender loses'), ...odds.falls.map(({ defender }) => make('td', {}, defender ? String(defender) : '-'))),
  ];
  const [takes, of] = odds.takes;
  box.replaceChildren(
    make('h3', {}, odds.title),
    make('p', { class: 'column' }, make('b', {}, `${odds.attack} : ${odds.defence}`), ` is ${odds.base}`, odds.base === odds.column ? '' : `, shifted to ${odds.column}`),
    make('ul', { class: 'shifts' }, ...odds.shifts.map(({ rule, what, value }) => make('li', {}, `${shift(value)} ${what} [${rule}]`)), ...odds.notes.map((note) => make('li', {}, note))),
    make('table', { class: 'falls' }, ...rows),
    make('p', {}, `Expected losses: attacker ${number(odds.expected[0])}, defender ${number(odds.expected[1])} steps. The hex is emptied by losses in ${takes} of ${of}; a defender who retreats gives it up too.`),
    make('details', {}, make('summary', {}, 'Who fights'), make('p', {}, `Attack: ${odds.attackers.join(', ')}`), make('p', {}, `Defence: ${odds.defenders.join(', ')}`)),
  );
}

let everything = false;
function drawChoices() {
  const list = $('choices');
  if (replay !== null) { list.replaceChildren(); return; }
  const wanted = $('find').value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = view.choices.filter((choice) => { const text = `${choice.words} ${choice.do}`.toLowerCase(); return wanted.every((word) => text.includes(word)); });
  const listed = everything ? found : found.slice(0, 60);
  const items = listed.map((choice, index) => {
    const key = index < 9 && !wanted.length ? `${index + 1}` : undefined;
    const button = make('button', { type: 'button', 'data-do': choice.do, 'aria-keyshortcuts': key, click: () => act(choice) }, key ? make('kbd', {}, key) : '', choice.words);
    if (choice.final) button.append(make('span', { class: 'final', title: 'This cannot be taken back' }, ' final'));
    const lit = () => { const name = choice.spot.to ?? choice.spot.from; if (name) flash([name]); };
    button.addEventListener('focus', lit);
    button.addEventListener('pointerenter', lit);
    return make('li', {}, button);
  });
  if (listed.length < found.length) items.push(make('li', {}, make('button', { type: 'button', click: () => { everything = true; drawChoices(); } }, `${found.length - listed.length} more`)));
  if (!found.length) items.push(make('li', { class: 'dim' }, view.over ? 'The game is over.' : view.mine ? 'No choice matches.' : 'The other side is to choose.'));
  list.replaceChildren(...items);
  $('settled').textContent = !view.mine ? '' : view.undo ? 'A choice marked "final" cannot be taken back: a die follows or the other side is to choose.' : `Nothing to take back: ${view.settled}.`;
}

function entryLine(entry) {
  const who = entry.side === 'axis' ? 'Axis' : entry.side === 'soviet' ? 'Soviet' : 'Die';
  const names = cellsIn(entry.words);
  const words = make('span', {}, entry.words);
  const line = make('li', { class: entry.side ?? 'die' }, make('b', {}, `${who} `), words);
  if (names.length) {
    const show = () => flash(names);
    line.append(' ', make('button', { type: 'button', class: 'find', 'aria-label': `Show ${names.join(', ')} on the map`, click: show }, '⌖'));
    line.addEventListener('pointerenter', show);
  }
  return line;
}

function drawLog(log) {
  $('log').start = log.from + 1;
  $('log').replaceChildren(...log.entries.map(entryLine).reverse());
  $('log').reversed = true;
  $('log').start = log.from + log.entries.length;
}

function drawUnits() {
  if ($('pane-units').hidden) return;
  const wanted = $('find-unit').value.toLowerCase();
  const groups = new Map();
  for (const counter of shown.counters) {
    if (!`${counter.title} ${counter.formation}`.toLowerCase().includes(wanted)) continue;
    if (!groups.has(counter.formation)) groups.set(counter.formation, []);
    groups.get(counter.formation).push(counter);
  }
  $('units').replaceChildren(...[...groups].map(([formation, counters]) => make('section', {}, make('h3', {}, formation), make('ul', {}, ...counters.map((counter) => {
    const marks = counter.marks.length ? ` (${counter.marks.join(', ')})` : '';
    const words = `${counter.id} ${counter.values}, ${counter.steps[0]}/${counter.steps[1]} steps, ${counter.place}${marks}`;
    if (!cells.has(counter.place)) return make('li', { class: 'dim' }, words);
    return make('li', {}, make('button', { type: 'button', title: counter.title, click: () => { point(counter.place, true); showSupply(counter.id); } }, words));
  })))));
}

function drawTracks() {
  $('tracks').replaceChildren(...shown.panels.map((panel) => make('section', {}, make('h3', {}, panel.title),
    make('table', {}, ...panel.tracks.map((track) => make('tr', {}, make('th', { scope: 'row' }, track.name), make('td', { class: 'amount' }, track.most ? `${track.value} / ${track.most}` : String(track.value)), make('td', { class: 'dim' }, track.note)))),
    ...panel.lines.map((line) => make('p', {}, line)))));
}

function drawPanels() {
  const looking = replay !== null;
  $('prompt').textContent = looking ? `Look back: ${shown.prompt}` : view.prompt;
  $('prompt').className = looking ? 'back' : view.mine ? `mine ${view.actor}` : '';
  $('undo').disabled = looking || !view.undo;
  $('undo').title = view.undo ? `Take back (u): ${view.undo} to go` : `Nothing to take back: ${view.settled}`;
  $('redo').disabled = looking || !view.redo;
  $('hint').disabled = looking || !view.mine;
  $('find').parentElement.hidden = looking;
  const computers = view.sides.some((side) => !side.human);
  $('pacing').hidden = !computers || view.over;
  drawFight(looking ? null : view.fight);
  everything = false;
  drawChoices();
  if (looking) drawLog({ from: Math.max(0, replay - 1), entries: shown.entry });
  else drawLog(view.log);
  drawUnits();
  drawTracks();
  if (!beat || view.beat.version >= beat.version) beat = view.beat;
  drawBeat();
}

function drawBeat() {
  const thinks = beat.thinking !== null && view && !view.over;
  $('thinking').hidden = !thinks;
  $('share').value = beat.share;
  $('pause').textContent = beat.paused ? 'Go on' : 'Pause';
  if (document.activeElement !== $('pace')) $('pace').value = String(beat.pace);
}

function drawReplay() {
  const bar = $('replay');
  bar.max = view.actions;
  const at = replay ?? view.actions;
  bar.value = at;
  $('replay-at').textContent = `${at} / ${view.actions}`;
  bar.setAttribute('aria-valuetext', `action ${at} of ${view.actions}`);
  $('branch').hidden = replay === null;
  $('live').disabled = replay === null;
}

let asked = 0;
async function look(at) {
  if (at >= view.actions) return leaveReplay();
  replay = Math.max(0, at);
  drawReplay();
  asked += 1;
  const mine = asked;
  try {
    const position = await ask(`${base}/at/${replay}`);
    if (mine !== asked || replay === null) return;
    draw(position);
    drawPanels();
    flash(position.entry.flatMap((entry) => cellsIn(entry.words)));
  } catch (error) {
    say(error.message);
  }
}

function leaveReplay() {
  replay = null;
  asked += 1;
  say(null);
  draw(view);
  drawPanels();
  drawReplay();
}

function draw(position) {
  shown = position;
  map.querySelector('#front').setAttribute('d', position.front);
  drawCounters(position.counters);
  drawMarks();
  drawCursor();
  if ($('look').value) drawOverlay();
}

// ---- zoom and pan --------------------------------------------------------------------------------

const whole = map.dataset.box.split(' ').map(Number);
let box = [...whole];

function setBox([x, y, width, height]) {
  const area = map.getBoundingClientRect();
  const shape = area.height / area.width || 1;
  const widest = Math.max(whole[2], whole[3] / shape);
  width = Math.min(Math.max(width, 260), widest);
  height = width * shape;
  // Tools lie over the rim of the map, so it can be moved from under them.
  const keep = (at, size, from, all) => {
    const slack = size * 0.14;
    return size >= all + slack ? from + (all - size) / 2 : Math.min(Math.max(at, from - slack), from + all + slack - size);
  };
  box = [keep(x, width, whole[0], whole[2]), keep(y, height, whole[1], whole[3]), width, height];
  map.setAttribute('viewBox', box.map((part) => part.toFixed(1)).join(' '));
  map.classList.toggle('far', area.width / width < 0.62);
}

/** The whole map. */
function fit() {
  setBox([whole[0], whole[1], Infinity, 0]);
}

/** On a small screen the first look is at the middle of the counters, near enough to read them. */
function closeIn() {
  const width = map.getBoundingClientRect().width / 0.7;
  if (width >= whole[2] || !shown) return;
  const places = shown.counters.map(({ place }) => cells.get(place)).filter(Boolean);
  const mean = (key) => places.reduce((sum, cell) => sum + cell[key], 0) / Math.max(places.length, 1);
  setBox([mean('x') - width / 2, mean('y') - (width * box[3]) / box[2] / 2, width, 0]);
}

function zoom(factor, x = box[0] + box[2] / 2, y = box[1] + box[3] / 2) {
  const [left, top, width, height] = box;
  setBox([x - (x - left) * factor, y - (y - top) * factor, width * factor, height * factor]);
}

const ground = (event) => new DOMPoint(event.clientX, event.clientY).matrixTransform(map.getScreenCTM().inverse());

function nearest({ x, y }) {
  let best = null;
  let least = 41 * 41;
  for (const [name, cell] of cells) {
    const distance = (cell.x - x) ** 2 + (cell.y - y) ** 2;
    if (distance < least) { least = distance; best = name; }
  }
  return best;
}

function point(name, follow) {
  cursor = name;
  drawCursor();
  const cell = cells.get(name);
  if (!follow || !cell) return;
  const [left, top, width, height] = box;
  const margin = (80 * width) / (map.getBoundingClientRect().width || 1);
  if (cell.x < left + margin || cell.x > left + width - margin || cell.y < top + margin || cell.y > top + height - margin) {
    setBox([cell.x - width / 2, cell.y - height / 2, width, height]);
  }
}

const pointers = new Map();
let dragged = false;
let pressed = null;

map.addEventListener('pointerdown', (event) => {
  hideMenu();
  pressed = event.target.closest?.('.in-fan')?.dataset.unit ?? null;
  pointers.set(event.pointerId, event);
  dragged = pointers.size > 1;
});
map.addEventListener('pointermove', (event) => {
  const last = pointers.get(event.pointerId);
  if (!last) return hover(event);
  const others = [...pointers.values()].filter((other) => other.pointerId !== event.pointerId);
  const scale = box[2] / map.getBoundingClientRect().width;
  if (others.length) {
    const [other] = others;
    const before = Math.hypot(last.clientX - other.clientX, last.clientY - other.clientY);
    const after = Math.hypot(event.clientX - other.clientX, event.clientY - other.clientY);
    if (after > 0) { const middle = ground({ clientX: (event.clientX + other.clientX) / 2, clientY: (event.clientY + other.clientY) / 2 }); zoom(before / after, middle.x, middle.y); }
  } else {
    const [dx, dy] = [event.clientX - last.clientX, event.clientY - last.clientY];
    if (!dragged && Math.hypot(dx, dy) < 6) return;
    if (!dragged) map.setPointerCapture(event.pointerId);
    dragged = true;
    setBox([box[0] - dx * scale, box[1] - dy * scale, box[2], box[3]]);
  }
  pointers.set(event.pointerId, event);
});
function release(event) {
  const known = pointers.delete(event.pointerId);
  if (event.type !== 'pointerup' || !known || pointers.size) return;
  if (dragged) { dragged = false; return; }
  if (!shown) return;
  if (pressed) {
    const owner = shown.counters.find((counter) => counter.id === pressed);
    if (owner) { point(owner.place); choose(owner.place, pressed); }
    return;
  }
  const name = nearest(ground(event));
  if (!name) return;
  point(name);
  if (event.pointerType === 'touch') openFan(name);
  choose(name);
}
map.addEventListener('pointerup', release);
map.addEventListener('pointercancel', release);
map.addEventListener('wheel', (event) => {
  event.preventDefault();
  const { x, y } = ground(event);
  zoom(event.deltaY > 0 ? 1.15 : 1 / 1.15, x, y);
}, { passive: false });
map.addEventListener('pointerleave', () => { clearTimeout(hovering); closeFan(); });

let hovering = 0;
let hovered = null;
function hover(event) {
  if (!shown || event.pointerType === 'touch') return;
  if (event.target.closest?.('#fan')) return;
  const name = nearest(ground(event));
  if (name === hovered) return;
  hovered = name;
  clearTimeout(hovering);
  if (fan && fan !== name) closeFan();
  if (!name) return;
  point(name);
  hovering = setTimeout(() => {
    openFan(name);
    if (replay === null && view.mine && choicesAt(name).some(({ spot }) => spot.verb === 'attack')) preview(name);
    else if (replay === null) drawFight(view.fight);
  }, 180);
}

async function preview(name) {
  try {
    const { odds } = await ask(`${base}/odds?cell=${encodeURIComponent(name)}`);
    if (hovered === name && odds && replay === null) drawFight(odds);
  } catch (error) {
    say(error.message);
  }
}

// ---- controls and keys ---------------------------------------------------------------------------

async function hint() {
  const box = $('advice');
  show('choices');
  box.hidden = false;
  box.textContent = 'The adviser thinks ...';
  try {
    const found = await ask(`${base}/hint`, {});
    const choice = view.choices.find((other) => other.do === found.do);
    box.replaceChildren(make('p', {}, `Hint: ${found.words.split(' | ')[0]}.`), make('p', {}, `${found.why} Chance of winning ${Math.round(100 * found.win)} %.`));
    if (choice) box.append(make('button', { type: 'button', click: () => act(choice) }, 'Do it'));
    const name = found.spot?.to ?? found.spot?.from;
    if (name) { point(name, true); flash([name]); }
  } catch (error) {
    box.textContent = error.message;
  }
}

const panes = ['choices', 'log', 'units', 'tracks', 'more'];
function show(pane) {
  for (const key of panes) {
    $(`tab-${key}`).setAttribute('aria-selected', String(key === pane));
    $(`pane-${key}`).hidden = key !== pane;
  }
  if (pane === 'units' && shown) drawUnits();
}

function nextUnit(step) {
  if (!view?.mine) return;
  const names = [...new Set(view.choices.map(({ spot }) => spot.to ?? spot.from).filter((name) => name && cells.has(name)))];
  if (!names.length) return;
  const at = names.indexOf(cursor);
  point(names[(at + step + names.length) % names.length], true);
}

function moveCursor(dx, dy) {
  const from = cells.get(cursor) ?? { x: box[0] + box[2] / 2, y: box[1] + box[3] / 2 };
  let best = null;
  let least = Infinity;
  for (const [name, cell] of cells) {
    const [x, y] = [cell.x - from.x, cell.y - from.y];
    const along = x * dx + y * dy;
    if (along < 8 || Math.hypot(x, y) > 95) continue;
    const aside = Math.abs(x * dy - y * dx);
    if (dx ? aside > 30 : aside > 40) continue;
    const cost = Math.hypot(x, y) + aside * 0.6 + (dy && x < 0 ? 1 : 0);
    if (cost < least) { least = cost; best = name; }
  }
  if (!cursor) best = nearest(from) ?? best;
  if (best) { point(best, true); openFan(best); }
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
  drawOverlay();
}

async function escape() {
  if (!$('menu').hidden) { hideMenu(); map.focus(); return; }
  if (replay !== null) { leaveReplay(); return; }
  if (!$('message').hidden) { say(null); return; }
  if (opened && view.undo) await undo();
}

const doneChoice = () => view.choices.find(({ spot }) => ['done', 'engage', 'stand'].includes(spot.verb));

const keys = {
  ArrowLeft: () => moveCursor(-1, 0), ArrowRight: () => moveCursor(1, 0), ArrowUp: () => moveCursor(0, -1), ArrowDown: () => moveCursor(0, 1),
  n: () => nextUnit(1), b: () => nextUnit(-1),
  e: () => { const done = view.mine && replay === null && doneChoice(); if (done) act(done); },
  u: undo, r: redo, h: hint, o: nextOverlay, x: toggleCounters,
  l: () => show('log'), c: () => show('choices'), t: () => show('tracks'), k: () => show('units'), '?': () => { show('more'); $('keys').scrollIntoView(); },
  '/': () => { show('choices'); $('find').focus(); },
  '+': () => zoom(1 / 1.3), '=': () => zoom(1 / 1.3), '-': () => zoom(1.3), 0: fit,
  ',': () => look((replay ?? view.actions) - 1), '.': () => { if (replay !== null) look(replay + 1); },
  g: () => pace({ hurry: true, paused: false }), p: () => pace({ paused: !beat.paused }),
  Escape: escape,
};

addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !view) return;
  const typing = event.target.matches('input:not([type=range]), select, textarea');
  if (typing && event.key !== 'Escape') return;
  if (event.target.matches('input[type=range]') && event.key.startsWith('Arrow')) return;
  if (event.key === 'Enter') {
    if (event.target === map || event.target === document.body) {
      event.preventDefault();
      if (cursor) choose(cursor);
    }
    return;
  }
  if ($('menu').contains(event.target) && ['ArrowUp', 'ArrowDown'].includes(event.key)) {
    event.preventDefault();
    const next = event.key === 'ArrowDown' ? event.target.nextSibling : event.target.previousSibling;
    next?.focus();
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
  const digit = /^[1-9]$/.test(event.key) && replay === null && view.mine ? view.choices[Number(event.key) - 1] : null;
  const run = digit ? () => act(digit) : keys[event.key];
  if (!run) return;
  event.preventDefault();
  if (typing) event.target.blur();
  run();
});

for (const pane of panes) $(`tab-${pane}`).addEventListener('click', () => show(pane));
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
$('look').addEventListener('change', drawOverlay);
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
addEventListener('resize', () => setBox(box));

(async () => {
  try {
    const drawn = await ask(`${base}/ground`);
    cells = new Map(drawn.cells.map((cell) => [cell.name, cell]));
    setBox(whole);
    await refresh();
    if (view) $('look-side').value = view.viewer;
    closeIn();
    if (location.hash && view) look(Number(location.hash.slice(1)) || 0);
    listen();
    document.body.dataset.ready = 'yes';
  } catch (error) {
    say(error.message);
  }
})();
