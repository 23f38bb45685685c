// Dates and numbers as the reader writes them; `web/http/formats.py` does the same on the server.

const { lang, dataset } = document.documentElement;
const locale = dataset.locale || lang;

const withMinus = (told) => told.replace("-", "−");
const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
const percentages = new Intl.NumberFormat(locale, { style: "percent" });
const days = new Intl.DateTimeFormat(locale, { dateStyle: "medium" });
const longDays = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
const moments = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
const lists = new Intl.ListFormat(lang);

// A number with a true minus sign and at most one decimal; adding 0 turns −0 into 0.
export const number = (amount) => withMinus(numbers.format(amount + 0));
export const signed = (amount) => (amount > 0 ? `+${number(amount)}` : number(amount));
export const percent = (value) => withMinus(percentages.format(Math.round(value) / 100));

// Seconds since 1970, in the reader's time zone.
export const day = (at) => days.format(new Date(at * 1000));
export const moment = (at) => moments.format(new Date(at * 1000));
// Times that the server can only say in UTC, such as "2026-11-17 09:30 UTC".
export const localTimes = (text) => text.replace(/(\d{4}-\d\d-\d\d) (\d\d:\d\d) UTC/g,
  (_, date, time) => moment(Date.parse(`${date}T${time}Z`) / 1000));
// A day without a time zone, such as "2026-11-17".
export const longDay = (iso) => longDays.format(new Date(iso));

export const list = (names) => lists.format(names);
