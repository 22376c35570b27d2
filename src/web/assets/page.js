// What every page shares: its language, and dark and light, chosen before the first paint.
'use strict';

/** The messages of the language of this page, by their English keys; none in English. */
const MESSAGES = JSON.parse(document.getElementById('messages').textContent);

/** A message in the language of this page, with its values in their places. */
function t(key, values = {}) {
  return (MESSAGES[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

(() => {
  const kept = localStorage.getItem('tone');
  if (kept) document.documentElement.dataset.tone = kept;
  addEventListener('DOMContentLoaded', () => {
    const language = document.getElementById('language');
    language?.addEventListener('click', async () => {
      try { await ask('/language', { language: language.dataset.other }); location.reload(); } catch { /* the page stays as it is */ }
    });
    const button = document.getElementById('dark');
    if (!button) return;
    button.addEventListener('click', () => {
      const root = document.documentElement;
      const dark = root.dataset.tone ? root.dataset.tone === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
      root.dataset.tone = dark ? 'light' : 'dark';
      localStorage.setItem('tone', root.dataset.tone);
    });
  });
})();

/** Asks the server; throws an Error with its words when it refuses. */
async function ask(path, body, signal) {
  const options = body === undefined ? { signal } : { signal, method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  let answer;
  try {
    answer = await fetch(path, options);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw Object.assign(new Error(t('the server does not answer; is it still running?')), { status: 0 });
  }
  const text = await answer.text();
  let data = null;
  try { data = JSON.parse(text); } catch { /* plain words */ }
  if (!answer.ok) throw Object.assign(new Error(data?.error ?? (text || answer.statusText)), { status: answer.status });
  return data;
}

/** An element with attributes and children. */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'click') element.addEventListener('click', value);
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children);
  return element;
}
