// The review page: waits for the judgement and shows it.
'use strict';
const game = document.body.dataset.game;
const state = document.getElementById('state');
const share = document.getElementById('share');
const hundredths = (value) => `${value >= 0 ? '+' : '−'}${Math.abs(100 * value).toFixed(1)}`;

function show(review) {
  state.textContent = review.result ? t('Result: {result}', { result: review.result }) : '';
  share.hidden = true;
  const chart = new DOMParser().parseFromString(review.chart, 'image/svg+xml').documentElement;
  chart.setAttribute('role', 'img');
  document.getElementById('chart').replaceChildren(document.importNode(chart, true));
  const table = make('table', {}, make('tr', {}, ...[t('Side'), t('Luck'), t('Given away'), t('Choices'), t('Best ones')].map((head) => make('th', { scope: 'col' }, head))));
  for (const account of review.accounts) {
    const part = account.choices ? `${Math.round((100 * account.best) / account.choices)} %` : '-';
    table.append(make('tr', {}, ...[account.side, hundredths(account.luck), (100 * account.loss).toFixed(1), String(account.choices), part].map((cell) => make('td', {}, cell))));
  }
  document.getElementById('accounts').replaceChildren(table);
  const points = review.points.map((point) => {
    const who = point.kind === 'luck' ? t('Luck') : point.side === 'axis' ? t('Axis') : t('Soviet');
    const better = point.better ? ` ${t('Better: {choice}.', { choice: point.better })}` : '';
    return make('li', {}, make('a', { href: `/game/${game}#${point.at}` }, t('Turn {turn}, action {action}', { turn: point.turn, action: point.at + 1 })), ` ${who}: ${point.words}: ${t('{points} for the Axis.', { points: hundredths(point.swing) })}${better}`);
  });
  document.getElementById('points').replaceChildren(...points);
}

async function wait() {
  try {
    const review = await ask(`/game/${game}/judgement`);
    if (review.state === 'done') return show(review);
    if (review.state === 'judging') {
      state.textContent = t('Judging action {done} of {all}', review);
      share.value = review.all ? review.done / review.all : 0;
      setTimeout(wait, 500);
      return;
    }
    state.textContent = review.words;
    share.hidden = true;
  } catch (error) {
    state.textContent = error.message;
  }
}
wait();
