/**
 * Validates VAT numbers by format and check digits, which catches typing errors but not unregistered numbers. Numbers
 * of countries not listed here are accepted if they look like one.
 */

const digitsOf = (text: string) => [...text].map(Number)
const computeWeightedSum = (digits: number[], weights: number[]) =>
  weights.reduce((sum, weight, index) => sum + weight * (digits[index] ?? 0), 0)
const mod97 = (text: string) => [...text].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0)
const last = (digits: number[]) => digits[digits.length - 1] ?? 0
/** Sum of the digits, with every second digit from `first` on doubled and reduced to one digit. */
const addDoubled = (digits: number[], first: 0 | 1) =>
  digits.reduce((sum, digit, index) => {
    const doubled = index % 2 === first ? digit * 2 : digit
    return sum + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)

/** Luhn check: every second digit from the end is doubled, and the sum is a multiple of ten. */
const isLuhnValid = (digits: number[]) => addDoubled(digits.toReversed(), 1) % 10 === 0

/** ISO 7064, MOD 11,10 */
function isMod1110Valid(digits: number[]): boolean {
  let check = 5
  for (const digit of digits) check = ((((check || 10) * 2) % 11) + digit) % 10
  return check === 1
}

const buildWeightedCheck = (weights: number[], modulus: number) => (text: string) =>
  computeWeightedSum(digitsOf(text), weights) % modulus === 0

function austrian(text: string): boolean {
  const digits = digitsOf(text.slice(1))
  const sum = addDoubled(digits.slice(0, 7), 1)
  return (10 - ((sum + 4) % 10)) % 10 === last(digits)
}

function bulgarian(text: string): boolean {
  const digits = digitsOf(text)
  if (digits.length === 9) {
    const first = computeWeightedSum(digits, [1, 2, 3, 4, 5, 6, 7, 8]) % 11
    const check = first === 10 ? computeWeightedSum(digits, [3, 4, 5, 6, 7, 8, 9, 10]) % 11 : first
    return check % 10 === last(digits)
  }
  const person = (computeWeightedSum(digits, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10
  const foreigner = computeWeightedSum(digits, [21, 19, 17, 13, 11, 9, 7, 3, 1]) % 10
  const other = 11 - (computeWeightedSum(digits, [4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)
  return [person, foreigner, other === 11 ? 0 : other].includes(last(digits))
}

function cypriot(text: string): boolean {
  const odd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21]
  const sum = digitsOf(text.slice(0, 8)).reduce(
    (total, digit, index) => total + (index % 2 === 0 ? (odd[digit] ?? 0) : digit),
    0,
  )
  return String.fromCharCode(65 + (sum % 26)) === text[8]
}

function czech(text: string): boolean {
  const digits = digitsOf(text)
  if (digits.length === 9) return true
  if (digits.length === 10) return (Number(text.slice(0, 9)) % 11) % 10 === last(digits)
  const check = (11 - (computeWeightedSum(digits, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 11
  return (check || 1) % 10 === last(digits)
}

function greek(text: string): boolean {
  const digits = digitsOf(text)
  return (computeWeightedSum(digits, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === last(digits)
}

const SPANISH = 'TRWAGMYFPDXBNJZSQVHLCKE'
function spanish(text: string): boolean {
  const letter = text[8] ?? ''
  if (/^[\dXYZ]/.test(text)) {
    const number = text.slice(0, 8).replace(/^[XYZ]/, (first) => String('XYZ'.indexOf(first)))
    return SPANISH[Number(number) % 23] === letter
  }
  if (/^[KLM]/.test(text)) return SPANISH[Number(text.slice(1, 8)) % 23] === letter
  const sum = addDoubled(digitsOf(text.slice(1, 8)), 0)
  const check = (10 - (sum % 10)) % 10
  return letter === String(check) || letter === 'JABCDEFGHI'[check]
}

const FRENCH = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ'
function french(text: string): boolean {
  const siren = text.slice(2)
  // numbers of Monaco have no SIREN
  if (!siren.startsWith('000') && !isLuhnValid(digitsOf(siren))) return false
  if (/^\d\d/.test(text)) return mod97(`${siren}12`) === Number(text.slice(0, 2))
  const first = FRENCH.indexOf(text[0] ?? '')
  const second = FRENCH.indexOf(text[1] ?? '')
  const key = first < 10 ? first * 24 + second - 10 : first * 34 + second - 100
  return (Number(siren) + 1 + Math.floor(key / 11)) % 11 === key % 11
}

function irish(text: string): boolean {
  const letters = 'WABCDEFGHIJKLMNOPQRSTUV'
  const isOld = /^\d[A-Z+*]/.test(text)
  const digits = digitsOf(isOld ? `0${text.slice(2, 7)}${text[0]}` : text.slice(0, 7))
  const more = isOld ? 0 : 9 * Math.max(0, letters.indexOf(text[8] ?? 'W'))
  return letters[(computeWeightedSum(digits, [8, 7, 6, 5, 4, 3, 2]) + more) % 23] === text[7]
}

function lithuanian(text: string): boolean {
  const digits = digitsOf(text)
  const body = digits.slice(0, -1)
  const first = body.reduce((sum, digit, index) => sum + digit * (1 + (index % 9)), 0) % 11
  const check =
    first < 10 ? first : body.reduce((sum, digit, index) => sum + digit * (1 + ((index + 2) % 9)), 0) % 11
  return check % 10 === last(digits)
}

const latvian = (text: string) =>
  Number(text[0]) <= 3 || computeWeightedSum(digitsOf(text), [9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1]) % 11 === 3

function dutch(text: string): boolean {
  const digits = digitsOf(text.slice(0, 9))
  // since 2020 sole traders have a number with an ISO 7064 check instead
  const asNumber = [...`NL${text}`]
    .map((one) => (/\d/.test(one) ? one : String(one.charCodeAt(0) - 55)))
    .join('')
  return computeWeightedSum(digits, [9, 8, 7, 6, 5, 4, 3, 2]) % 11 === last(digits) || mod97(asNumber) === 1
}

const polish = (text: string) =>
  computeWeightedSum(digitsOf(text), [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === last(digitsOf(text))

function portuguese(text: string): boolean {
  const check = 11 - (computeWeightedSum(digitsOf(text), [9, 8, 7, 6, 5, 4, 3, 2]) % 11)
  return (check > 9 ? 0 : check) === last(digitsOf(text))
}

function romanian(text: string): boolean {
  const digits = digitsOf(text.padStart(10, '0'))
  return ((computeWeightedSum(digits, [7, 5, 3, 2, 1, 7, 5, 3, 2]) * 10) % 11) % 10 === last(digits)
}

function slovenian(text: string): boolean {
  const check = 11 - (computeWeightedSum(digitsOf(text), [8, 7, 6, 5, 4, 3, 2]) % 11)
  return check !== 11 && check % 10 === last(digitsOf(text))
}

function british(text: string): boolean {
  if (!/^\d/.test(text)) return true
  const rest = (computeWeightedSum(digitsOf(text), [8, 7, 6, 5, 4, 3, 2]) + Number(text.slice(7, 9))) % 97
  return rest === 0 || rest === 42
}

function swiss(text: string): boolean {
  const digits = digitsOf(text.replace(/[^\d]/g, ''))
  const check = (11 - (computeWeightedSum(digits, [5, 4, 3, 2, 7, 6, 5, 4]) % 11)) % 11
  return check === last(digits)
}

/** Format and check of the part after the country prefix. */
const forms: Record<string, [form: RegExp, check: (text: string) => boolean]> = {
  AT: [/^U\d{8}$/, austrian],
  BE: [/^[01]\d{9}$/, (text) => 97 - (Number(text.slice(0, 8)) % 97) === Number(text.slice(8))],
  BG: [/^\d{9,10}$/, bulgarian],
  CH: [/^E(\d{9}|\d{3}\.\d{3}\.\d{3})(MWST|TVA|IVA)?$/, swiss],
  CY: [/^\d{8}[A-Z]$/, cypriot],
  CZ: [/^\d{8,10}$/, czech],
  DE: [/^[1-9]\d{8}$/, (text) => isMod1110Valid(digitsOf(text))],
  DK: [/^[1-9]\d{7}$/, buildWeightedCheck([2, 7, 6, 5, 4, 3, 2, 1], 11)],
  EE: [/^\d{9}$/, buildWeightedCheck([3, 7, 1, 3, 7, 1, 3, 7, 1], 10)],
  EL: [/^\d{9}$/, greek],
  ES: [/^[0-9A-Z]\d{7}[0-9A-Z]$/, spanish],
  FI: [/^\d{8}$/, buildWeightedCheck([7, 9, 10, 5, 8, 4, 2, 1], 11)],
  FR: [/^[0-9A-HJ-NP-Z]{2}\d{9}$/, french],
  GB: [/^(\d{9}|\d{12}|(GD|HA)\d{3})$/, british],
  HR: [/^\d{11}$/, (text) => isMod1110Valid(digitsOf(text))],
  HU: [/^\d{8}$/, buildWeightedCheck([9, 7, 3, 1, 9, 7, 3, 1], 10)],
  IE: [/^(\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/, irish],
  IT: [/^\d{11}$/, (text) => isLuhnValid(digitsOf(text))],
  LT: [/^(\d{9}|\d{12})$/, lithuanian],
  LU: [/^\d{8}$/, (text) => Number(text.slice(0, 6)) % 89 === Number(text.slice(6))],
  LV: [/^\d{11}$/, latvian],
  MT: [/^\d{8}$/, buildWeightedCheck([3, 4, 6, 7, 8, 9, 10, 1], 37)],
  NL: [/^\d{9}B\d{2}$/, dutch],
  NO: [/^\d{9}(MVA)?$/, (text) => buildWeightedCheck([3, 2, 7, 6, 5, 4, 3, 2, 1], 11)(text.slice(0, 9))],
  PL: [/^\d{10}$/, polish],
  PT: [/^[1-9]\d{8}$/, portuguese],
  RO: [/^[1-9]\d{1,9}$/, romanian],
  SE: [/^\d{10}\d[1-9]$/, (text) => isLuhnValid(digitsOf(text.slice(0, 10)))],
  SI: [/^[1-9]\d{7}$/, slovenian],
  SK: [/^[1-9]\d{9}$/, (text) => Number(text) % 11 === 0],
  XI: [/^(\d{9}|\d{12})$/, british],
}

/** True if format and check digits fit, as in `DE136695976`. */
export function isTaxId(text: string): boolean {
  const known = forms[text.slice(0, 2)]
  if (!known) return /^[A-Z]{2}[0-9A-Z+*.]{2,14}$/.test(text)
  const [form, check] = known
  const rest = text.slice(2)
  return form.test(rest) && check(rest)
}
