// Translation: English is in the scripts. A page in another language first loads `languages/*.js`, which
// `nomarch catalogs` writes.

let sentences = {};
const rules = new Intl.PluralRules(document.documentElement.lang);

// The sentences of a language, by the English ones; those with a number have two forms.
export const load = (catalog) => { sentences = catalog; };

// Translates a sentence and fills in its `{names}`.
export const t = (sentence, values = {}) => fill(sentences[sentence] ?? sentence, values);

// Chooses singular or plural, and fills in `{count}`, too.
export const tn = (one, many, count, values = {}) =>
  fill((sentences[one] ?? [one, many])[rules.select(count) === "one" ? 0 : 1], { ...values, count });

const fill = (words, values) => words.replace(/\{(\w+)\}/g, (_, key) => values[key]);
