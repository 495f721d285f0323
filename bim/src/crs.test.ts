import { describe, expect, it } from 'vitest'
import { findCoordinateSystem, isSameCoordinateSystem } from './crs.ts'

describe('coordinate reference systems', () => {
  it.each([
    ['EPSG:25832', 25832, 'ETRS89 / UTM zone 32N'],
    ['urn:ogc:def:crs:EPSG::31467', 31467, 'DHDN / 3-degree Gauss-Kruger zone 3'],
    ['epsg 2056', 2056, 'CH1903+ / LV95'],
    ['25833', 25833, 'ETRS89 / UTM zone 33N'],
    ['ETRS89 / UTM zone 32N', 25832, 'ETRS89 / UTM zone 32N'],
    ['ETRS_1989_UTM_Zone_33N', 25833, 'ETRS89 / UTM zone 33N'],
    ['WGS 84 / UTM zone 33S', 32733, 'WGS 84 / UTM zone 33S'],
    ['Gauß-Krüger Zone 4', 31468, 'DHDN / 3-degree Gauss-Kruger zone 4'],
    ['CH1903+ / LV95', 2056, 'CH1903+ / LV95'],
    ['RGF93 v1 / Lambert-93', 2154, 'RGF93 / Lambert-93'],
    ['Amersfoort / RD New', 28992, 'Amersfoort / RD New'],
    ['EPSG:7415', 7415, ''],
  ])('%s is found by code or name', (name, code, title) => {
    expect(findCoordinateSystem(name)).toEqual({ code, title })
  })

  it.each(['', 'Local grid', 'UTM 32', 'Site'])('%j is none', (name) => {
    expect(findCoordinateSystem(name)).toBeNull()
  })

  it('are the same by code, by name, and where one is not stated', () => {
    expect(isSameCoordinateSystem('EPSG:25832', 'ETRS89 / UTM zone 32N')).toBe(true)
    expect(isSameCoordinateSystem('EPSG:25832', 'EPSG:25833')).toBe(false)
    expect(isSameCoordinateSystem('', 'EPSG:25833')).toBe(true)
    expect(isSameCoordinateSystem('Works grid', 'works grid ')).toBe(true)
    expect(isSameCoordinateSystem('Works grid', 'EPSG:25833')).toBe(false)
  })
})
