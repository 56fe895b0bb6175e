import type { ThemeName } from '#platform/browser/theme.ts'

/** Colours of what is drawn of the land, by theme: quiet enough that drivers and orders stay the brightest things on the map. */
export interface LandInk {
  land: string
  /** Built-up ground of a map file. */
  built: string
  water: string
  waterName: string
  park: string
  parkName: string
  motorway: string
  trunk: string
  primary: string
  street: string
  casing: string
  roadName: string
  metro: string
  metroName: string
  place: string
  district: string
  halo: string
  /** Streets that the business learned from its trips. */
  driven: string
}

export const landInk: Record<ThemeName, LandInk> = {
  dark: {
    land: '#0d182b',
    built: '#101d33',
    water: '#123a5c',
    waterName: '#6fa3cc',
    park: '#12302f',
    parkName: '#6d9f8b',
    motorway: '#5a6f96',
    trunk: '#46608a',
    primary: '#334a70',
    street: '#263a5b',
    casing: '#0a1322',
    roadName: '#93a6c6',
    metro: '#3f7390',
    metroName: '#86a9bd',
    place: '#b9c8e0',
    district: '#8da2c4',
    halo: '#0b1526',
    driven: '#2c4569',
  },
  light: {
    land: '#eceff4',
    built: '#e6eaf1',
    water: '#b9d5ea',
    waterName: '#3b74a0',
    park: '#d3e6d4',
    parkName: '#48784f',
    motorway: '#e9b97c',
    trunk: '#f2d49b',
    primary: '#ffffff',
    street: '#ffffff',
    casing: '#c3ccda',
    roadName: '#56647c',
    metro: '#8fa9c9',
    metroName: '#4d6c92',
    place: '#34445e',
    district: '#66758f',
    halo: '#f7f9fc',
    driven: '#ffffff',
  },
}
