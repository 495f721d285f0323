import type { Project } from '@plumbline/contract/projects/projects'
import type { Measurement } from '@plumbline/viewer/measurement'

/** Formats lengths and measurements in the project's units. Values are in metres, square metres and degrees. */
export type MeasurementUnits = Project['units']

const FOOT_M = 0.3048
const SIXTEENTHS = 12 * 16

/** Unit of length inputs, and its size in metres. */
export const getLengthUnit = (units: MeasurementUnits): { name: string; metres: number } =>
  units === 'METRIC' ? { name: 'm', metres: 1 } : { name: 'ft', metres: FOOT_M }

/** 12' 3 1/2": to the nearest sixteenth of an inch. */
function feetAndInches(metres: number): string {
  const total = Math.round((Math.abs(metres) / FOOT_M) * SIXTEENTHS)
  const feet = Math.floor(total / SIXTEENTHS)
  const inches = Math.floor((total % SIXTEENTHS) / 16)
  let [part, of] = [total % 16, 16]
  while (part > 0 && part % 2 === 0) [part, of] = [part / 2, of / 2]
  const sign = metres < 0 && total > 0 ? '-' : ''
  const rest = `${inches}${part > 0 ? ` ${part}/${of}` : ''}"`
  return `${sign}${feet > 0 ? `${feet}' ` : ''}${rest}`
}

const decimals = (locale: string, value: number, digits: number) =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
    value,
  )

export function formatLength(metres: number, units: MeasurementUnits, locale: string): string {
  return units === 'METRIC' ? `${decimals(locale, metres, 3)} m` : feetAndInches(metres)
}

/** A distance in a sentence: at most `digits` decimals of a metre, or feet and inches. */
export function formatDistance(metres: number, units: MeasurementUnits, locale: string, digits = 2): string {
  if (units === 'IMPERIAL') return feetAndInches(metres)
  const format = { style: 'unit', unit: 'meter', maximumFractionDigits: digits } as const
  return new Intl.NumberFormat(locale, format).format(metres)
}

export function formatArea(m2: number, units: MeasurementUnits, locale: string): string {
  return units === 'METRIC' ? `${decimals(locale, m2, 2)} m²` : `${decimals(locale, m2 / FOOT_M ** 2, 2)} ft²`
}

export function formatMeasurement(result: Measurement, units: MeasurementUnits, locale: string): string {
  if ('length_m' in result) return formatLength(result.length_m, units, locale)
  if ('area_m2' in result) return formatArea(result.area_m2, units, locale)
  return `${decimals(locale, result.angle_deg, 1)}°`
}
