/** characters of a text that sorting compares; texts equal up to here are sorted by number */
const LENGTH = 120

/**
 * The text that a text is sorted by: lower case without accents, numbers padded so that "2" comes before "10". U+FFFF goes:
 * it stands for a missing text.
 */
export const buildSortText = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\uffff]/gu, '')
    .toLowerCase()
    .replace(/\d+/g, (digits) => digits.padStart(8, '0'))
    .slice(0, LENGTH)
