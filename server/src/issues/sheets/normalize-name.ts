/** Lower case, trimmed and in Unicode NFC, for comparing names. */
export const normalizeName = (text: string) => text.normalize('NFC').trim().toLowerCase()
