import type { SimpleType } from './structure.ts'

/** Tests whether a text is valid for a simple type: XML Schema's built-in types (Part 2), and those of BCF. */

const DATE_TIME =
  /^-?\d{4,}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-4]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-](0\d|1[0-4]):[0-5]\d)?$/
const DOUBLE = /^([+-]?(\d+(\.\d*)?|\.\d+)([Ee][+-]?\d+)?|-?INF|NaN)$/
const GUID = /^[a-fA-F0-9]{8}(-[a-fA-F0-9]{4}){3}-[a-fA-F0-9]{12}$/
const INTEGER = /^[+-]?\d+$/

const isDouble = (text: string) => DOUBLE.test(text.trim())
const between = (text: string, test: (value: number) => boolean) => isDouble(text) && test(Number(text))

export const simpleTypeTests: Record<SimpleType, (text: string) => boolean> = {
  string: () => true,
  // white space is collapsed before the length is measured
  filled: (text) => text.trim() !== '',
  guid: (text) => GUID.test(text),
  lowerGuid: (text) => GUID.test(text) && text === text.toLowerCase(),
  ifcGuid: (text) => /^[0-9A-Za-z_$]{22}$/.test(text),
  // the published pattern has commas between its ranges, so it also matches commas
  commaIfcGuid: (text) => /^[0-9A-Za-z_$,]{22}$/.test(text),
  dateTime: (text) => DATE_TIME.test(text.trim()),
  boolean: (text) => /^(true|false|1|0)$/.test(text.trim()),
  int: (text) => INTEGER.test(text.trim()) && Math.abs(Number(text) + 0.5) < 2 ** 31,
  integer: (text) => INTEGER.test(text.trim()),
  double: isDouble,
  positive: (text) => between(text, (value) => value > 0),
  fieldOfView: (text) => between(text, (value) => value > 0 && value < 180),
  fieldOfView2: (text) => between(text, (value) => value >= 45 && value <= 60),
  hexBinary: (text) => /^([0-9a-fA-F]{2})*$/.test(text.trim()),
  color: (text) => /^[0-9A-Fa-f]{6}([0-9A-Fa-f]{2})?$/.test(text),
  color2: (text) => /^[0-9,A-F]{6}([0-9,A-F]{2})?$/.test(text),
  bitmap: (text) => text === 'png' || text === 'jpg',
  bitmap2: (text) => text === 'PNG' || text === 'JPG',
}
