// The start page: begins games and loads records.
'use strict';

/** Shows what the chosen scenario is about, and the way to the page of forces where its game has one. */
function showChosen() {
  const [game, scenario] = form.scenario.value.split(' ');
  for (const about of document.querySelectorAll('.about')) about.hidden = about.dataset.scenario !== form.scenario.value;
  for (const line of document.querySelectorAll('.builds')) {
    line.hidden = line.dataset.game !== game;
    line.querySelector('a').search = new URLSearchParams({ mission: scenario });
  }
}
form.addEventListener('change', showChosen);

// The game that the address names comes first.
const named = new URLSearchParams(location.search).get('game');
const first = [...form.scenario.options].find(({ value }) => value.split(' ')[0] === named);
if (first) form.scenario.value = first.value;
form.dispatchEvent(new Event('change'));

form.addEventListener('submit', (event) => {
  event.preventDefault();
  begin();
});

document.getElementById('file').addEventListener('change', async (event) => {
  const says = document.getElementById('import-problem');
  says.textContent = '';
  const [file] = event.target.files;
  if (!file) return;
  try {
    if (file.size > 1 << 20) throw new Error(t('the file is too large for a record'));
    location.href = (await ask('/games/import', { record: await file.text() })).page;
  } catch (error) {
    says.textContent = error.message;
  }
});
