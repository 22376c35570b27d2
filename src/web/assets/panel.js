// The panel and the bars: odds, choices, log, units, tracks, progress, replay.
'use strict';

function number(value) {
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}

/** Odds in full: strengths, column, what shifts it, and what every die does, with the one that fell marked. */
function oddsParts(odds, fallen) {
  const shift = (value) => (value > 0 ? `+${value}` : String(value));
  // Steps lost, an r where every unit is checked, and an R for those who then retreat.
  const suffers = (fall, side) => `${[fall.attacker, fall.defender][side] || ''}${fall.checks?.[side] ? 'r' : ''}${fall.retreats?.[side] ? 'R' : ''}` || '-';
  const fell = (die) => die === fallen && 'fell';
  // Where more than a die decides, each result has its chance.
  const weighed = odds.falls.some((fall) => fall.weight);
  const all = odds.takes[1];
  const name = ({ die, weight }) => (weighed ? `${Math.round((100 * (weight ?? 1)) / all)}%` : String(die));
  const inWords = odds.falls.some((fall) => fall.told);
  // Results in words stand side by side as far as there is room.
  const results = inWords ? make('ul', { class: 'chances', 'aria-label': t('Target') }, ...odds.falls.map((fall) => make('li', {}, make('b', {}, name(fall)), ` ${fall.told}`))) : make('table', { class: 'falls' },
    make('tr', {}, make('th', { scope: 'row' }, weighed ? t('Chance') : t('Die')), ...odds.falls.map((fall) => make('th', { scope: 'col', class: fell(fall.die) }, name(fall)))),
    make('tr', {}, make('th', { scope: 'row' }, t('Attacker loses')), ...odds.falls.map((fall) => make('td', { class: fell(fall.die) }, suffers(fall, 0)))),
    make('tr', {}, make('th', { scope: 'row' }, t('Defender loses')), ...odds.falls.map((fall) => make('td', { class: fell(fall.die) }, suffers(fall, 1)))));
  const items = (shifts) => shifts.map(({ rule, what, value }) => make('li', {}, `${shift(value)} ${what} [${rule}]`));
  return [
    odds.summary ? make('p', { class: 'column' }, odds.summary) : make('p', { class: 'column' }, make('b', {}, `${odds.attack} : ${odds.defence}`), ` ${odds.base === odds.column ? t('is {base}', odds) : t('is {base}, shifted to {column}', odds)}`),
    ...(odds.parts ?? []).map((part) => make('div', { class: 'part' }, make('b', {}, part.title), make('ul', { class: 'shifts' }, ...items(part.shifts)))),
    make('ul', { class: 'shifts' }, ...items(odds.shifts), ...odds.notes.map((note) => make('li', {}, note)), ...(odds.absent ?? []).map((words) => make('li', { class: 'absent' }, words))),
    results,
  ];
}

const whoFights = (odds) => make('details', {}, make('summary', {}, t('Who fights')), make('p', {}, t('Attack: {units}', { units: odds.attackers.join(', ') })), make('p', {}, t('Defence: {units}', { units: odds.defenders.join(', ') })));

let previewed = null; // the odds that are shown
function drawFight(odds) {
  previewed = odds;
  lightTables();
  const box = $('fight');
  box.hidden = !odds;
  if (!odds) return;
  const [takes, of] = odds.takes;
  const means = { attacker: number(odds.expected[0]), defender: number(odds.expected[1]), how: odds.taken_by };
  const outlook = odds.outlook ?? (odds.falls.some((fall) => fall.weight)
    ? t('Expected losses: attacker {attacker}, defender {defender} steps. The hex is emptied with a chance of {takes} {how}.', { ...means, takes: `${Math.round((100 * takes) / of)}%` })
    : t('Expected losses: attacker {attacker}, defender {defender} steps. The hex is emptied in {takes} of {of} {how}.', { ...means, takes, of }));
  box.replaceChildren(
    make('h2', {}, odds.title),
    ...oddsParts(odds),
    make('p', {}, outlook),
    whoFights(odds),
  );
}

// ---- what has happened since the player last decided -------------------------------------------------

let step = null; // the step of the story that is looked at; none shows the last die

const entryOf = ({ at }) => view.log.entries[at - view.log.from];
const sideName = (side) => (side === 'axis' ? t('Axis') : t('Soviet'));
const goesFar = ({ spot }) => spot.unit && spot.from && spot.to && spot.from !== spot.to && !does({ spot }, 'fights');

/** One line for each side that did something, and one for what was lost; what is nothing is left out. */
function report(story) {
  const done = new Map();
  const lost = [0, 0];
  let side = null;
  for (const told of story) {
    // A fight belongs to whoever attacks, whatever the defender has decided before its die.
    side = told.card?.side ?? entryOf(told)?.side ?? side;
    told.lost?.forEach((steps, index) => { lost[index] += steps; });
    if (!side) continue;
    if (!done.has(side)) done.set(side, { moved: new Set(), attacks: 0, dice: 0 });
    const sum = done.get(side);
    if (goesFar(told)) sum.moved.add(told.spot.unit);
    if (told.card) sum[told.card.odds ? 'attacks' : 'dice'] += 1;
  }
  const lines = [...done].map(([name, { moved, attacks, dice }]) => {
    const parts = [];
    if (moved.size) parts.push(moved.size === 1 ? t('1 unit moved') : t('{count} units moved', { count: moved.size }));
    if (attacks) parts.push(t(view.parts.fights[attacks === 1 ? 0 : 1], { count: attacks }));
    if (dice) parts.push(dice === 1 ? t('1 other die') : t('{count} other dice', { count: dice }));
    return parts.length ? `${sideName(name)}: ${parts.join(', ')}.` : '';
  }).filter(Boolean);
  const sides = ['axis', 'soviet'].map((name, index) => (lost[index] ? `${sideName(name)} ${lost[index]}` : '')).filter(Boolean);
  if (sides.length) lines.push(t(view.parts.lost, { steps: sides.join(', ') }));
  return lines.length ? lines : [squares ? t('Nobody moved.') : t('Nobody moved and no step was lost.')];
}

/** What a die decided: the die, the odds, what it did and what followed. */
function cardParts(told, story) {
  const { card } = told;
  // A sum of dice is the face of none, nor is what is drawn from a bag.
  const die = card.die.startsWith('score ') ? undefined : card.die.match(/\d+/)?.[0];
  const followed = [];
  // Losses, retreats and advance belong to the fight; what comes after it does not.
  for (const next of story.slice(story.indexOf(told) + 1)) {
    if (!next.follows || next.card?.odds || followed.length > 11) break;
    if (entryOf(next) && !does(next, 'closes')) followed.push(entryOf(next).words);
  }
  return [
    make('h2', {}, ...(die ? [make('span', { class: 'face', 'aria-label': t('die {die}', { die }) }, die), ' '] : []), card.title),
    make('ul', { class: 'effects' }, ...(card.effects.length ? card.effects : [t('no effect')]).map((effect) => make('li', {}, effect))),
    ...(card.odds ? [make('details', { class: 'odds' }, make('summary', {}, card.odds.summary ?? t('{attack} : {defence}, column {column}', card.odds)), ...oddsParts(card.odds, Number(die)), whoFights(card.odds))] : []),
    ...(followed.length ? [make('ul', { class: 'followed' }, ...followed.map((words) => make('li', {}, words)))] : []),
  ];
}

/** The fight of which a die is what follows, or nothing: close quarters end with the die of who consolidates. */
function fightBefore(story, told) {
  if (step !== null || !told?.card || told.card.odds || !told.follows) return null;
  const before = story.slice(0, story.indexOf(told));
  const from = before.findLastIndex(({ follows }) => !follows);
  return before.slice(Math.max(from, 0)).findLast(({ card }) => card?.odds);
}

/** The step that is shown: the one that was asked for, or the die that asks, or the last fight, or the last die. */
function shownStep(story) {
  if (step !== null && story[step]) return story[step];
  const cards = story.filter(({ card }) => card);
  // A die that asks the player something is told before it asks; one that only says whose turn it is follows the last fight.
  const last = story.at(-1);
  const isOfTurns = last?.spot.verb === 'draw' && cards.some(({ card }) => card.odds);
  if (last?.card && view.mine && last.at === view.actions - 1 && !isOfTurns) return last;
  return cards.findLast(({ card }) => card.odds) ?? cards.at(-1) ?? null;
}

function drawStory() {
  const box = $('story');
  const story = replay === null ? view.story : [];
  const told = shownStep(story);
  // A side that has moved nobody and thrown no die is not worth a box.
  const own = view.sides.find(({ name }) => name === view.viewer)?.human ? view.viewer : null;
  const others = story.some((one) => (entryOf(one)?.side ?? own) !== own) && story.some((one) => one.card || goesFar(one));
  box.hidden = !told && !(others && (view.mine || view.over));
  // On a small screen what is to be chosen stands before what has been.
  box.classList.toggle('past', view.mine && !isStopped());
  // In a fight at hand its odds and what is to be chosen stand before what has been, on every screen.
  box.classList.toggle('below', view.mine && !isStopped() && Boolean(view.fight));
  drawArrows(story, told);
  if (box.hidden) return;
  const at = told ? story.indexOf(told) : -1;
  const go = (to) => { step = Math.max(0, Math.min(story.length - 1, to)); drawStory(); lookAt(story[step]); };
  const parts = [];
  if (others) {
    parts.push(...report(story).map((line) => make('p', { class: 'report' }, line)));
    parts.push(make('p', { class: 'steps' },
      make('button', { type: 'button', id: 'story-back', title: t('One step back ([)'), 'aria-label': t('One step back'), click: () => go((at < 0 ? story.length : at) - 1) }, '◀'),
      ` ${at + 1} / ${story.length} `,
      make('button', { type: 'button', id: 'story-on', title: t('One step on (])'), 'aria-label': t('One step on'), click: () => go(at + 1) }, '▶'),
      told && !told.card ? ` ${entryOf(told)?.words ?? ''}` : ''));
  }
  const fight = fightBefore(story, told);
  if (fight) parts.push(...cardParts(fight, story));
  if (told?.card) parts.push(...cardParts(told, story));
  if (isStopped()) {
    parts.push(make('p', {}, make('button', { type: 'button', id: 'go-on', class: 'main', title: t('Go on (Space or Enter)'), click: () => goOn() }, t('Go on')), ' ',
      make('button', { type: 'button', id: 'skip', title: t('Without stops to the end of this turn (Escape)'), click: () => goOn({ hurry: true }) }, t('Skip the rest'))));
  }
  box.replaceChildren(...parts);
}

/** Shows the fight at which the computer waits for the player. */
function drawStop() {
  if (!view || replay !== null) return;
  if (isStopped()) {
    step = null;
    show('choices');
    $('pane-choices').scrollTop = 0;
  }
  drawStory();
  const told = isStopped() && shownStep(view.story);
  if (told) lookAt(told);
}

function lookAt(told) {
  const name = told.card?.odds?.cell ?? told.spot.to ?? told.spot.from;
  if (name && cells.has(name)) { point(name, true); flash([name]); }
}

function stepStory(by) {
  const button = $(by < 0 ? 'story-back' : 'story-on');
  if (button && !$('story').hidden) button.click();
}

// ---- the phases of the turn, and the end of the game --------------------------------------------------

function drawPhases(phases) {
  const list = $('phases');
  list.hidden = !phases;
  if (!phases) return;
  list.replaceChildren(...phases.cells.map(({ name, side }, index) => {
    const state = index < phases.at ? 'done' : index === phases.at ? 'now' : 'to-come';
    return make('li', { class: `${state} ${side ?? ''}`, title: name, 'aria-current': state === 'now' && 'step' }, make('span', { class: state === 'now' ? '' : 'hide' }, name));
  }));
}

function drawEnding() {
  const box = $('ending');
  const { result } = view;
  box.hidden = !result || replay !== null;
  if (box.hidden) return;
  const again = (swap) => async () => {
    try { location.href = (await ask(`${base}/branch`, { at: 0, swap })).page; } catch (error) { say(error.message); }
  };
  box.replaceChildren(
    make('h2', {}, !result.winner ? t('A draw') : result.winner === 'axis' ? t('The Axis side wins') : t('The Soviet side wins')),
    make('p', {}, result.level),
    make('ul', {}, ...result.lines.map((line) => make('li', {}, line.trim().replace(/ {2,}/g, ', ')))),
    make('p', {}, make('a', { class: 'button', href: `${base}/review` }, t('Review')), ' ',
      make('button', { type: 'button', id: 'again', click: again(false) }, t('Play again')), ' ',
      make('button', { type: 'button', id: 'swap', click: again(true) }, t('Swap sides'))),
  );
}

const LATELY = 14; // entries of the log that are shown to who waits

/** The choice that ends the phase or the list in progress. */
const doneChoice = () => (view.mine ? view.choices.find((choice) => does(choice, 'closes')) : undefined);

/** The choices of the list: all but the one that has a button of its own. */
const listedChoices = () => {
  const done = doneChoice();
  const listed = view.choices.filter((choice) => choice !== done);
  return groups([...listed.filter(({ spot }) => spot.first), ...listed.filter(({ spot }) => !spot.first)]).flatMap(({ choices }) => choices);
};

/** The button that ends the phase, which is always at the same place and says what is left undone. */
function drawClose() {
  const done = replay === null ? doneChoice() : undefined;
  $('close').hidden = !done;
  for (const help of ['propose', 'finish']) $(help).hidden = replay !== null || !view.mine;
  $('close').classList.toggle('armed', done !== undefined && done.do === armed);
  if (!done) return;
  const [what] = done.words.split(' | ');
  if ($('close-what').textContent !== what) renamed = performance.now();
  $('close-what').textContent = what;
  $('undone').textContent = view.undone.join(', ');
}

/** What the choices are for, and a button for those of which all can be taken. */
function drawPurpose() {
  const mine = replay === null && view.mine;
  $('purpose').textContent = mine ? view.purpose : '';
  const verb = mine && view.verbs.gathers.find((one) => view.choices.filter(({ spot, final }) => spot.verb === one && !final).length > 1);
  $('gather').hidden = !verb;
  if (!verb) return;
  const count = view.choices.filter(({ spot }) => spot.verb === verb).length;
  const all = make('button', { type: 'button', id: 'gather-all', title: t('All of them (a)'), click: () => gather(verb) }, t('All {count} of them', { count }));
  $('gather').replaceChildren(all, ...(fewest.version === view.version ? fewest.sets.toReversed().map(fewestButton) : []));
  askFewest();
}

let fewest = { version: null, sets: [] }; // the smallest sets for each column of the odds, as asked for in one position

const fewestButton = (set, index) => make('button', { type: 'button', class: 'fewest', title: index === 0 ? t('The best of them (w); again: the next one down') : undefined, click: () => takeAll(set.do) },
  set.units.length === 1 ? t('{column} with 1 unit', set) : t('{column} with the fewest: {count} units', { column: set.column, count: set.units.length }),
  make('span', { class: 'detail' }, ` ${set.attack} : ${set.defence}, ${set.units.join(', ')}`));

/** Asks which are the fewest for each column, once a position, while attackers are gathered whose odds are shown. */
async function askFewest() {
  const { version } = view;
  if (!view.fight || fewest.version === version) return;
  fewest = { version, sets: [] };
  try {
    const sets = await ask(`${base}/fewest`);
    if (view.version !== version) return;
    fewest = { version, sets };
    drawPurpose();
  } catch (error) {
    say(error.message);
  }
}

/** What a choice is put under together with others: a heading of its kind, at one place or what else it names; amounts also by the unit. */
const keyOf = ({ spot }) => (view.headings[spot.verb] ? `${spot.verb} ${spot.first ?? ''} ${spot.amount === undefined ? '' : spot.unit} ${spot.under ?? placeOf(spot)}` : null);

/** Where a choice lies: its cell, or the box beside the map in which its unit is. */
const placeOf = ({ to, from, unit }) => to ?? from ?? view.counters.find(({ id }) => id === unit)?.place ?? '';

/** Choices under their headings, each where the first of its group stands. */
function groups(choices) {
  const found = [];
  const known = new Map();
  for (const choice of choices) {
    const key = keyOf(choice);
    const group = key && known.get(key);
    if (group) { group.choices.push(choice); continue; }
    found.push({ key, choices: [choice] });
    if (key) known.set(key, found.at(-1));
  }
  for (const group of found) {
    if (group.choices.length < 2) continue;
    const [{ spot }] = group.choices;
    const name = placeOf(spot);
    const here = view.counters.filter(({ place }) => place === name).map(nameOf);
    const formation = view.counters.find(({ id }) => id === spot.unit)?.formation ?? '';
    group.title = t(view.headings[spot.verb], { place: cells.get(name)?.label ?? t(name), units: here.join(', '), formation, under: spot.under });
    group.words = new Map(group.choices.map((choice) => [choice, shortWords(choice.spot)]));
  }
  return found;
}

/** What makes a choice another one than those beside it: its amount, or its unit with the steps that it has left. */
function shortWords({ amount, unit, under, short }) {
  if (short !== undefined) return short;
  if (amount !== undefined) return String(amount);
  const counter = view.counters.find(({ id }) => id === unit);
  if (!counter) return unit;
  // Under what is no place, the place tells where the unit is.
  if (under) return `${nameOf(counter)} ${counter.values} (${cells.get(counter.place)?.label ?? t(counter.place)})`;
  const [left, full] = counter.steps;
  return `${nameOf(counter)} ${counter.values} ${'●'.repeat(left)}${'○'.repeat(full - left)}`;
}

/** The button of a choice, in words of its own or those of its group. */
function choiceButton(choice, index, numbered, short) {
  const key = index < 9 && numbered ? `${index + 1}` : undefined;
  const [what, detail] = choice.words.split(' | ');
  const button = make('button', { type: 'button', 'data-do': choice.do, 'aria-keyshortcuts': key, 'aria-label': short && what, class: choice.do === armed && 'armed', click: () => act(choice) }, key ? make('kbd', {}, key) : '', short ?? what);
  if (detail) button.append(' ', make('span', { class: 'detail' }, detail));
  const win = thoughts.wins.get(choice.do);
  if (win !== undefined) button.append(make('span', { class: 'win', title: t('Chance of winning, as the analysis sees it') }, ` ${Math.round(100 * win)} %`));
  if (choice.final) button.append(make('span', { class: 'final', title: t('This cannot be taken back') }, ` ${t('final')}`));
  const lit = () => { const name = choice.spot.to ?? choice.spot.from; if (name) flash([name]); };
  button.addEventListener('focus', lit);
  button.addEventListener('pointerenter', lit);
  return button;
}

let everything = false;
function drawChoices() {
  drawClose();
  drawPurpose();
  const list = $('choices');
  if (replay !== null) {
    $('find').parentElement.hidden = true;
    const told = shown.entry.map(entryLine);
    list.replaceChildren(...(told.length ? told : [make('li', {}, t('The beginning of the game.'))]), make('li', { class: 'dim' }, t('"Now" leads back to the game, "Branch from here" begins another one from this position.')));
    $('settled').textContent = '';
    return;
  }
  $('find').parentElement.hidden = !view.mine;
  if (view.origin?.reading) {
    list.replaceChildren(...originLines(view.origin));
    $('settled').textContent = '';
    return;
  }
  if (!view.mine && !view.over) {
    // Who waits sees what happens.
    const lately = view.log.entries.slice(-LATELY).reverse().map(entryLine);
    list.replaceChildren(make('li', { class: 'dim' }, t('The computer is to choose.')), ...lately);
    $('settled').textContent = '';
    return;
  }
  const wanted = $('find').value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = listedChoices().filter((choice) => { const text = `${choice.words} ${choice.do}`.toLowerCase(); return wanted.every((word) => text.includes(word)); });
  const listed = everything ? found : found.slice(0, 60);
  const items = groups(listed).map((group) => {
    const buttons = group.choices.map((choice) => choiceButton(choice, listed.indexOf(choice), wanted.length === 0, group.words?.get(choice)));
    return group.words ? make('li', { class: 'group' }, make('p', {}, group.title), ...buttons) : make('li', {}, ...buttons);
  });
  if (listed.length < found.length) items.push(make('li', {}, make('button', { type: 'button', click: () => { everything = true; drawChoices(); } }, t('{count} more', { count: found.length - listed.length }))));
  if (!found.length) items.push(make('li', { class: 'dim' }, view.over ? t('The game is over.') : wanted.length ? t('No choice matches.') : t('There is nothing else to choose here.')));
  list.replaceChildren(...items);
  $('settled').textContent = !view.mine ? '' : view.undo ? t('A choice marked "final" cannot be taken back: a die follows or the other side is to choose.') : t('Nothing to take back: {reason}.', { reason: view.settled });
}

/** A record of other rules or data: why it ends here, a way to go on, and what else it says. */
function originLines({ words, accepted, rest }) {
  const goOn = async () => {
    try { location.href = (await ask(`${base}/branch`, { at: accepted })).page; } catch (error) { say(error.message); }
  };
  const lines = [
    make('li', {}, words),
    make('li', {}, make('button', { type: 'button', id: 'continue', click: goOn }, t('Continue from here as a new game'))),
    make('li', { class: 'dim' }, t('The record stays as it is. The bar below the map looks back through the accepted actions.')),
  ];
  if (rest === null) lines.push(make('li', { class: 'dim' }, t('What is recorded after them is not shown: the game was not over, and it may hold what the other side keeps secret. stavka replay shows it.')));
  else if (rest.length) lines.push(make('li', {}, make('details', {}, make('summary', {}, t('What is recorded after them: {count}', { count: rest.length })), make('ol', { start: accepted + 1, class: 'rest' }, ...rest.map((line) => make('li', {}, line))))));
  return lines;
}

function entryLine(entry) {
  // Words about a die begin with it, and nobody acts.
  const names = cellsIn(entry.words);
  const words = make('span', {}, entry.words);
  const line = make('li', { class: entry.side ?? 'die' }, make('b', {}, `${entry.who ?? ''} `), words);
  if (names.length) {
    const show = () => flash(names);
    line.append(' ', make('button', { type: 'button', class: 'find', 'aria-label': t('Show {cells} on the map', { cells: names.join(', ') }), click: show }, '◎'));
    line.addEventListener('pointerenter', show);
  }
  if (entry.turn) line.append(make('p', {}, t('turn {turn}', entry)));
  return line;
}

/** The log that is to be seen: what was told last, or the action that is looked back at. */
const logAtHand = () => (replay === null ? view.log : { from: Math.max(0, replay - 1), entries: shown.entry });

function drawLog(log = logAtHand()) {
  if ($('pane-log').hidden) return;
  $('log').replaceChildren(...log.entries.map(entryLine).reverse());
  $('log').reversed = true;
  $('log').start = log.from + log.entries.length;
}

/** What a counter is called in lists. */
const nameOf = ({ name, id }) => name ?? id;

/** Whether a counter lies under others and is not known. */
const isCovered = ({ values }) => values === '?';

/** A counter in the list of units. */
function listed(counter) {
  const [left, all] = counter.steps;
  const place = cells.get(counter.place)?.label ?? t(counter.place);
  const told = { unit: nameOf(counter), values: counter.values, left, all, place };
  if (isCovered(counter)) return counter.name ? `${counter.name}, ${place}` : t('covered counter, {place}', told);
  // A model is whole until it is destroyed.
  if (counter.shape === 'model' && all < 2) return `${told.unit}, ${place}`;
  // Some counters have no steps, and of some nobody but their owner knows how many are left.
  if (all > 0) return t(view.parts.listed, told);
  return counter.unsure ? t('{unit} {values}, strength unknown, {place}', told) : `${told.unit} ${counter.values}, ${place}`;
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
  $('units').replaceChildren(...[...groups].map(([formation, counters]) => make('section', {}, make('h2', {}, formation), make('ul', {}, ...counters.map((counter) => {
    const marks = counter.marks.length ? ` (${counter.marks.map((mark) => t(mark)).join(', ')})` : '';
    const words = listed(counter) + marks;
    if (!cells.has(counter.place)) return make('li', { class: 'dim' }, words);
    return make('li', {}, make('button', { type: 'button', title: counter.title, click: () => { point(counter.place, true); showCounter(counter.id); } }, words));
  })))));
}

let tabled = null; // turn whose tables are shown
/** The tables as they hold in this turn, with the case at hand lit. */
async function drawTables() {
  if ($('pane-tables').hidden || !view) return;
  if (tabled !== view.turn) {
    try {
      const answer = await fetch(`${base}/tables`);
      if (!answer.ok) throw new Error(await answer.text());
      $('pane-tables').innerHTML = await answer.text();
      tabled = view.turn;
    } catch (error) {
      say(error.message);
    }
  }
  lightTables();
}

/** Lights the column of the fight at hand and the rows of the hex that is looked at. */
function lightTables() {
  const column = (previewed ?? view.fight ?? shownStep(view.story)?.card?.odds)?.column;
  for (const table of $('pane-tables').querySelectorAll('table')) {
    const at = [...table.tHead.rows[0].cells].findIndex(({ dataset }) => dataset.name !== undefined && dataset.name === column);
    for (const row of table.rows) {
      const rows = table.dataset.lit === 'rows' && (hexCard?.terrain ?? []).includes(row.dataset.name);
      for (const cell of row.cells) cell.classList.toggle('lit', rows || (table.dataset.lit === 'column' && at >= 0 && cell.cellIndex === at));
    }
  }
}

function drawTracks() {
  if ($('pane-tracks').hidden) return;
  $('tracks').replaceChildren(...shown.panels.map((panel) => make('section', {}, make('h2', {}, panel.title),
    make('table', {}, ...panel.tracks.map((track) => make('tr', {}, make('th', { scope: 'row' }, track.name), make('td', { class: 'amount' }, track.most ? `${track.value} / ${track.most}` : String(track.value)), make('td', { class: 'dim' }, track.note)))),
    ...panel.lines.map((line) => make('p', {}, line)))));
}

function drawPanels() {
  drawStanding();
  const looking = replay !== null;
  $('prompt').textContent = looking ? t('Look back: {prompt}', shown) : view.origin?.reading ? t('Open for reading: {prompt}', view) : view.prompt;
  $('prompt').className = looking ? 'back' : view.mine ? `mine ${view.actor}` : '';
  $('undo').disabled = looking || !view.undo;
  $('undo').title = view.undo ? t('Take back (u): {count} to go', { count: view.undo }) : t('Nothing to take back: {reason}.', { reason: view.settled });
  $('redo').disabled = looking || !view.redo;
  $('hint').disabled = looking || !view.mine;
  const computers = view.sides.some((side) => !side.human);
  $('pacing').hidden = !computers || view.over || view.origin?.reading === true;
  drawPhases(shown.phases);
  drawEnding();
  drawStory();
  drawFight(looking ? null : fightAtHand());
  everything = false;
  drawChoices();
  drawLog();
  drawUnits();
  drawTracks();
  drawTables();
  // Of one version the server's last word comes by the stream; a view may have been on its way for longer.
  if (!beat || view.beat.version > beat.version) beat = view.beat;
  drawBeat();
  if (isStopped() && !$('go-on')) drawStop();
}

let resting = 0;
function drawBeat() {
  const thinks = beat.thinking !== null && view && !view.over;
  clearTimeout(resting);
  // Between two decisions of one turn the bar stays, or the controls would jump.
  if (thinks) $('thinking').hidden = false;
  else resting = setTimeout(() => { $('thinking').hidden = true; }, 600);
  if (thinks) $('share').value = beat.share;
  for (const share of document.querySelectorAll('progress.advice')) share.value = beat.advice ?? share.value;
  $('pause').textContent = beat.paused ? t('Go on') : t('Pause');
  if (document.activeElement !== $('pace')) $('pace').value = String(beat.pace);
}

function drawReplay() {
  const bar = $('replay');
  bar.max = view.actions;
  const at = replay ?? view.actions;
  bar.value = at;
  $('replay-at').textContent = `${at} / ${view.actions}`;
  bar.setAttribute('aria-valuetext', t('action {at} of {all}', { at, all: view.actions }));
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
  const front = $('front');
  if (front.getAttribute('d') !== position.front) front.setAttribute('d', position.front);
  for (const path of $('ground').querySelectorAll('.planned')) path.toggleAttribute('data-built', position.works.includes(path.id));
  drawCounters(position.counters);
  drawMarks();
  drawCursor();
  // Also what a hint or a trace of supply has drawn belongs to another position.
  if ($('look').value || !$('legend').hidden) drawOverlay();
}
