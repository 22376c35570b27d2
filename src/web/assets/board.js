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
const ROOM = 5; // letters of the values of a counter that have room in the usual size
const MANY = 60; // targets from which they are marked so lightly that the map stays legible

let view = null; // what the server told last
let shown = null; // the view, or a position of the replay
let cells = new Map(); // by name
let cursor = null; // name of the cell under the cursor
let opened = null; // the last choice, if it only began something
let gathered = 0; // how many have joined the one that it picked up
let replay = null; // number of actions, while looking back
let fan = null;
let busy = false;
let beat = null;
let armed = null; // the final choice that waits to be confirmed
let thoughts = { version: null, wins: new Map() }; // chances of winning by choice, where the analysis has looked

function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

// ---- talking to the server ---------------------------------------------------------------------------

function say(words) {
  const message = $('message');
  message.hidden = !words;
  message.className = '';
  message.textContent = words ?? '';
}

/** Says what is worth knowing and no trouble. */
function note(...parts) {
  const message = $('message');
  message.hidden = false;
  message.className = 'note';
  message.replaceChildren(...parts);
}

async function refresh() {
  try {
    const fresh = await ask(`${base}/view`);
    if (!view || fresh.version >= view.version) accept(fresh);
    catchUp();
  } catch (error) {
    say(error.message);
    // Nothing more may happen that would make the page ask again.
    if (error.status === 0 || error.status >= 500) setTimeout(catchUp, 1000);
  }
}

/** Asks for the view again if more has happened than it shows, such as while a wish was on its way. */
function catchUp() {
  if (beat && view && beat.version > view.version && !busy) refreshSoon();
}

let refreshing = null;
function refreshSoon() {
  refreshing ??= setTimeout(() => { refreshing = null; refresh(); }, 15);
}

const scrolled = new Map(); // how far down the choices of a question were looked at, by the question

function accept(fresh) {
  const first = !view;
  const before = view;
  const isNews = view?.version !== fresh.version;
  const pane = $('pane-choices');
  if (before && !pane.hidden) scrolled.set(before.prompt, pane.scrollTop);
  // Another tab has chosen another language; a page speaks one.
  if (fresh.language !== document.documentElement.lang) { location.reload(); return; }
  if (isNews) step = null;
  view = fresh;
  // What a page that was loaded anew has in hand.
  if (first) opened = view.opened;
  if (isNews) readHex();
  handOver();
  if (thoughts.version !== view.version) thoughts = { version: view.version, wins: new Map() };
  hideMenu();
  // What waits to be confirmed was asked in another position.
  if (isNews) disarm();
  if (view.trouble) say(view.trouble);
  else if (first && view.origin && !view.origin.reading) say(view.origin.words);
  if (replay === null) {
    draw(view);
    // Nobody sees from behind the cover what the other player moved.
    if (before?.viewer === view.viewer) slide(before, view);
    if (isNews && !first) bringChoices();
  }
  // A remark belongs to the question at which it was made.
  if (before && before.prompt !== view.prompt && $('message').className === 'note') say(null);
  drawPanels();
  // Another question begins at its top, and one that comes back stands where it was left.
  if (before && before.prompt !== view.prompt) pane.scrollTop = scrolled.get(view.prompt) ?? 0;
  drawReplay();
}

// ---- two players at one screen -----------------------------------------------------------------------

let seated = null; // the side whose player has said that it is there
const openTable = `open-table ${game}`;

/** Covers the board until the player is there whose secrets it shows. */
function handOver() {
  const cover = $('handover');
  if (!view.handover || view.viewer === seated || localStorage.getItem(openTable)) {
    seated = view.viewer;
    if (cover.open) cover.close();
    return;
  }
  const axis = view.viewer === 'axis';
  $('handover-title').textContent = axis ? t('Hand over to the Axis player') : t('Hand over to the Soviet player');
  $('take-over').textContent = axis ? t('I am the Axis player: show the board') : t('I am the Soviet player: show the board');
  if (!cover.open) cover.showModal();
}

function takeOver() {
  if ($('open-table').checked) localStorage.setItem(openTable, 'yes');
  seated = view.viewer;
  $('handover').close();
  map.focus();
}

// ---- wishes ------------------------------------------------------------------------------------------

/** Sends a wish. Gives whether it was granted. */
async function wish(body) {
  if (busy || !view) return false;
  busy = true;
  stopAnalysis();
  try {
    const fresh = await ask(`${base}/wish`, { version: view.version, ...body });
    opened = null;
    gathered = 0;
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
    catchUp();
  }
}

/** Whether the board does something with a choice, such as "lifts" or "closes". */
const does = ({ spot }, role) => view.verbs[role].includes(spot.verb);

/** Whether there is nothing to decide: one choice, and none to take back before it. */
const isForced = () => view.choices.length === 1 && view.undo === 0;

/** Makes a choice. What cannot be taken back waits for a second word, unless the player is `sure`, wants no questions, or has no choice. */
async function act(choice, sure = false) {
  if (choice.final && !sure && !isForced() && armed !== choice.do && !localStorage.getItem(unasked)) return arm(choice);
  const opens = does(choice, 'opens');
  const goes = does(choice, 'goes') && company.length ? choice.spot.to : null;
  const narrows = choice.spot.area || choice.spot.cells;
  disarm();
  if (await wish({ act: choice.do })) {
    opened = opens ? choice : null;
    if (goes) await follow(goes);
    else if (!opens && !narrows) company = [];
  }
}

/** Makes every choice of a kind that adds one of several, at a cell or anywhere, until none is left. */
async function gather(verb, name) {
  const units = () => view.choices.filter(({ spot }) => spot.verb === verb && (!name || (spot.from ?? spot.to) === name));
  const wanted = new Set(units().map(({ spot }) => spot.unit ?? spot.to));
  for (let most = 40; most > 0; most -= 1) {
    const next = units().find(({ final }) => !final);
    if (!next || !await wish({ act: next.do })) break;
    wanted.delete(next.spot.unit ?? next.spot.to);
  }
  if (wanted.size) note(t('Not with the others: {units}.', { units: [...wanted].join(', ') }));
}

/** Makes choices one after the other, as long as they can be made and taken back. Gives how many. */
async function takeAll(wanted) {
  let made = 0;
  for (const one of wanted) {
    const next = view.choices.find((choice) => choice.do === one);
    if (!next || next.final || !await wish({ act: one })) break;
    made += 1;
  }
  return made;
}

let dial = null; // the sets for the odds that one key goes through, which of them is taken, and the position that it led to

/** Takes the fewest for the best odds; right after that, the fewest for the next odds below, until none is taken. */
async function turnDial() {
  const goesOn = dial && dial.version === view.version;
  const { sets, at, made } = goesOn ? dial : { sets: fewest.version === view.version ? fewest.sets : [], at: fewest.sets.length, made: 0 };
  if (!sets.length || busy || replay !== null) return;
  dial = null;
  for (let back = made; back > 0; back -= 1) if (!await undo()) return;
  const taken = at > 0 ? await takeAll(sets[at - 1].do) : 0;
  dial = { sets, at: at > 0 ? at - 1 : sets.length, made: taken, version: view.version };
}

let company = []; // units that go where the one goes that has been picked up

/** Picks up a whole stack: the first of its units, and the others follow it. */
async function pickUp(choices) {
  const [first, ...others] = choices;
  await act(first);
  company = [];
  if (opened !== first || !others.length) return;
  // Where a stack moves as one the others join; elsewhere they follow it one by one.
  const joins = () => view.choices.filter((choice) => does(choice, 'gathers') && others.some(({ spot }) => spot.unit === choice.spot.unit));
  if (!joins().length) {
    company = others;
    return;
  }
  const made = await takeAll(joins().map((choice) => choice.do));
  const behind = joins().map(({ spot }) => spot.unit);
  if (behind.length) note(t('Not with the others: {units}.', { units: behind.join(', ') }));
  opened = first;
  gathered = made;
}

/** Sends those of a stack after the one that has gone to a cell, as far as the rules let them. */
async function follow(name) {
  const others = company;
  company = [];
  const behind = [];
  for (const wanted of others) {
    const lift = view.choices.find((choice) => choice.do === wanted.do);
    if (!lift || !await wish({ act: lift.do })) { behind.push(wanted.spot.unit); continue; }
    const goesThere = (choice) => does(choice, 'goes') && choice.spot.to === name && !choice.final;
    const part = view.choices.find(({ spot, final }) => spot.cells?.includes(name) && !final);
    if (part && !view.choices.some(goesThere)) await wish({ act: part.do });
    const move = view.choices.find(goesThere);
    if (!move) { behind.push(wanted.spot.unit); await undo(); continue; }
    await wish({ act: move.do });
  }
  if (behind.length) note(t('Not all could follow to {place}: {units}.', { place: cells.get(name)?.label ?? name, units: behind.join(', ') }));
}

/** Lets the computer play what is left of the phase, after a second word. */
let finishing = false;
function finish() {
  if (!view.mine || replay !== null) return;
  if (finishing || localStorage.getItem(unasked)) {
    finishing = false;
    disarm();
    wish({ rest: true });
    return;
  }
  disarm();
  finishing = true;
  $('confirm-what').textContent = t('What the computer plays for you in this phase');
  $('confirm-undone').textContent = '';
  $('confirm').hidden = false;
}

const unasked = 'final-unasked';

/** Asks for the second word: the same click again, Enter or the button. */
function arm(choice) {
  disarm();
  armed = choice.do;
  show('choices');
  $('confirm-what').textContent = choice.words.split(' | ')[0];
  const undone = choice === doneChoice() ? view.undone.join(', ') : '';
  $('confirm-undone').textContent = undone && ` ${t('Left undone: {undone}.', { undone })}`;
  $('confirm').hidden = false;
  // Enter confirms, whichever button of the bars had the focus; those of the lists are pressed again.
  if (document.activeElement?.closest('header, .bar')) $('confirm-do').focus({ preventScroll: true });
  drawClose();
  for (const button of $('choices').querySelectorAll('[data-do]')) button.classList.toggle('armed', button.dataset.do === armed);
  const name = choice.spot.to ?? choice.spot.from;
  if (!name) return;
  flash([name]);
  // Also who taps, or chooses by a key, sees the odds before they are taken.
  if (does(choice, 'fights')) weigh(name);
}

function disarm() {
  armed = null;
  finishing = false;
  unweigh();
  $('confirm').hidden = true;
  $('close').classList.remove('armed');
  for (const button of $('choices').querySelectorAll('.armed')) button.classList.remove('armed');
}

const armedChoice = () => view?.choices.find((choice) => choice.do === armed);

function confirmArmed() {
  if (finishing) { finish(); return; }
  const choice = armedChoice();
  if (choice) act(choice);
}

const HASTE = 400; // ms within which a second click at one place belongs to the first
let touch = { at: -Infinity, x: 0, y: 0 };

/** Whether a click is the second half of a double click: it is meant for what the first one found there. */
function isEcho(event) {
  const { clientX: x, clientY: y, timeStamp: at } = event;
  const echo = at - touch.at < HASTE && Math.hypot(x - touch.x, y - touch.y) < 12;
  touch = { at, x, y };
  return echo;
}

const DECISIONS = '[data-do], #close, #finish, #gather button, #advice button, #confirm button, #go-on';

const SETTLE = 1000; // ms for which a button that has come to mean something else takes no further click at the place of the last one
let renamed = -Infinity; // when the button that ends the phase came to mean something else

/** Whether a click was meant for what the button that ends the phase was before. */
function isLate({ clientX: x, clientY: y, timeStamp: at, target }) {
  return target.closest('#close') !== null && at - renamed < SETTLE && at - touch.at < 2 * SETTLE && Math.hypot(x - touch.x, y - touch.y) < 12;
}

// A button is clicked by mouse and touch with a place, by keyboard without one.
$('panel').addEventListener('click', (event) => {
  if (event.detail === 0) return;
  const late = isLate(event);
  if ((isEcho(event) && event.target.closest(DECISIONS)) || late) event.stopPropagation();
}, { capture: true });

const undo = () => wish({ undo: true });
const redo = () => wish({ redo: true });

const STOPS = 'fight-stops'; // what is wanted at the fights of the computer's turn: wait, moment, never
const stopsWanted = () => localStorage.getItem(STOPS) ?? 'wait';

let wentOn = -Infinity; // when the player last went on from a fight, so that no second touch decides what comes next

/** Whether the computer waits at a fight, and the player sees it. */
const isStopped = () => replay === null && beat?.stopped === true;

function goOn(change = { on: true }) {
  wentOn = performance.now();
  pace(change);
}

// A browser keeps few connections to one server, and many windows may show one game: one of them has the stream of changes, the
// others hear of them from it. Who has it holds a lock, which the next one gets when it goes. Hidden pages hear nothing.
const STREAM = `stream ${game}`;
let source = null; // the stream, in the page that has it
let channel = null; // what the pages of this game tell each other, while this one is seen
let giveUp = null; // ends the wait for the lock

function hear(told) {
  const lost = t('The server does not answer; the page tries again by itself.');
  if (told.lost) say(lost);
  else if ($('message').textContent === lost) say(null);
  if (!told.beat) return;
  const before = beat;
  beat = told.beat;
  drawBeat();
  if (before?.stopped !== beat.stopped) drawStop();
  catchUp();
}

function openStream() {
  source?.close();
  source = new EventSource(`${base}/events?stops=${stopsWanted()}`);
  const tell = (told) => { channel?.postMessage(told); hear(told); };
  source.onmessage = (event) => tell({ beat: JSON.parse(event.data) });
  source.onerror = () => tell({ lost: true });
  source.onopen = () => tell({});
}

/** Hears of changes, while the page is seen. */
function listen() {
  if (channel || document.hidden) return;
  channel = new BroadcastChannel(STREAM);
  channel.onmessage = ({ data }) => {
    if (!data.ask) hear(data);
    else if (source && data.again) openStream();
    else if (source) channel.postMessage({ beat });
  };
  // Only pages of a safe address have locks; the others have a stream each.
  if (!navigator.locks) { openStream(); return; }
  channel.postMessage({ ask: true });
  const waits = new AbortController();
  const hold = () => new Promise((done) => { giveUp = done; openStream(); });
  giveUp = () => waits.abort();
  navigator.locks.request(STREAM, { signal: waits.signal }, hold).catch(() => {});
}

function hangUp() {
  source?.close();
  source = null;
  giveUp?.();
  giveUp = null;
  channel?.close();
  channel = null;
}

document.addEventListener('visibilitychange', () => { if (document.hidden) hangUp(); else if (view) listen(); });
addEventListener('pagehide', hangUp);
addEventListener('pageshow', (event) => { if (event.persisted && view) listen(); });

// ---- choosing on the map -----------------------------------------------------------------------------

/** Whether a choice can be pointed at in a cell: its own one, or any in its area. */
function liesAt({ spot }, name) {
  if ((spot.to ?? spot.from) === name || spot.cells?.includes(name)) return true;
  const cell = spot.area && cells.get(name);
  if (!cell) return false;
  const [a, b] = spot.area.map((corner) => cells.get(corner));
  return cell.x >= a.x && cell.x <= b.x && cell.y >= a.y && cell.y <= b.y;
}

const choicesAt = (name) => view?.mine ? view.choices.filter((choice) => liesAt(choice, name)) : [];

function hideMenu() {
  $('menu').hidden = true;
  $('menu').replaceChildren();
}

/** Offers several choices at a cell. */
function offer(name, choices) {
  const menu = $('menu');
  const item = (choice, short) => make('button', { type: 'button', role: 'menuitem', 'aria-label': short && choice.words, click: (event) => { if (event.detail > 0 && isEcho(event)) return; hideMenu(); actAt(choice, name); } }, short ?? choice.words);
  // What the list puts under one heading stands together here too.
  const section = ({ title, words, choices: own }) => make('div', { class: 'group', role: 'group', 'aria-label': title }, make('span', { class: 'title', 'aria-hidden': 'true' }, title), ...own.map((choice) => item(choice, words.get(choice))));
  menu.replaceChildren(...groups(choices).flatMap((group) => (group.words ? [section(group)] : group.choices.map((choice) => item(choice)))));
  const verbs = new Set(choices.map(({ spot }) => spot.verb));
  const [verb] = verbs;
  // Units that can be picked up go together, whatever else can be done there.
  const lifted = choices.filter((choice) => does(choice, 'lifts'));
  const isStack = lifted.length > 1 && lifted.every(({ spot }) => spot.verb === lifted[0].spot.verb);
  const together = isStack ? [t('the whole stack'), () => pickUp(lifted)] : verbs.size === 1 && does(choices[0], 'gathers') ? [t('all {count}', { count: choices.length }), () => gather(verb, name)] : null;
  if (together) menu.prepend(make('button', { type: 'button', role: 'menuitem', class: 'together', click: (event) => { if (event.detail > 0 && isEcho(event)) return; hideMenu(); together[1](); } }, together[0]));
  menu.append(make('button', { type: 'button', role: 'menuitem', class: 'dim', click: hideMenu }, t('nothing')));
  const cell = cells.get(name);
  const at = new DOMPoint(cell.x, cell.y).matrixTransform(map.getScreenCTM());
  const area = $('map-area').getBoundingClientRect();
  menu.hidden = false;
  menu.style.left = `${Math.max(4, Math.min(at.x - area.left + 12, area.width - menu.offsetWidth - 4))}px`;
  menu.style.top = `${Math.max(4, Math.min(at.y - area.top + 12, area.height - menu.offsetHeight - 4))}px`;
  menu.querySelector('button').focus({ preventScroll: true });
}

/** Puts down what was picked up when its own cell is pointed at again. */
async function putDown(name) {
  if (!does(opened, 'lifts') || opened.spot.from !== name || view.undo === 0) return false;
  company = [];
  return backToBegin();
}

/** Takes back what has been picked up, with those that have joined it. */
async function backToBegin() {
  for (let back = gathered; back > 0; back -= 1) if (!await undo()) return false;
  return undo();
}

async function choose(name, unit) {
  if (replay !== null) return say(t('This is a look back. "Now" leads back to the game.'));
  if (!view.mine) return explain(name);
  const matching = () => {
    const here = choicesAt(name);
    const own = unit ? here.filter(({ spot }) => spot.unit === unit) : here;
    return own.length ? own : here;
  };
  let here = matching();
  if (!here.length && opened && await putDown(name)) return;
  if (!here.length && opened && view.undo > 0) {
    // A unit was picked up and another one is meant.
    const [first, joined] = [opened, gathered];
    if (await backToBegin()) {
      here = matching();
      if (!here.length) {
        for (let again = joined; again >= 0; again -= 1) await redo();
        [opened, gathered] = [first, joined];
      }
    }
  }
  if (here.length === 1) return actAt(here[0], name);
  if (here.length > 1) return offer(name, here);
  return explain(name);
}

/** Makes a choice that was pointed at in a cell. One that only narrows down where something goes is followed by the cell itself. */
async function actAt(choice, name) {
  await act(choice);
  if (!(choice.spot.area || choice.spot.cells) || !view.mine) return;
  const exact = view.choices.filter(({ spot }) => spot.to === name && !spot.area);
  if (exact.length === 1) await act(exact[0]);
}

/** Tells why nothing can be done at a cell: each reason once. */
async function explain(name) {
  try {
    const { reasons } = await ask(`${base}/why?cell=${encodeURIComponent(name)}`);
    const cell = cells.get(name);
    if (!reasons.length) return note(t('{place}: nothing can be done here now.', { place: cell.label }));
    const told = new Map();
    for (const { do: tried, wish, reason, rule } of reasons) {
      const key = `${reason} ${rule ?? ''}`;
      if (!told.has(key)) told.set(key, { wishes: [], reason, rule, inWords: Boolean(wish) });
      told.get(key).wishes.push(wish ?? tried);
    }
    note(make('b', {}, t('{place}: why not?', { place: cell.label })), make('ul', {}, ...[...told.values()].slice(0, 5).map(({ wishes, reason, rule, inWords }) =>
      make('li', {}, make(inWords ? 'b' : 'code', {}, `${wishes.slice(0, 3).join(', ')}${wishes.length > 3 ? ' ...' : ''}`), `: ${reason} `, rule ? make('a', { href: `/rules/${view.game}#r${rule.replaceAll(' ', '_')}`, target: 'rules' }, `[${rule}]`) : ''))));
  } catch (error) {
    say(error.message);
  }
}
