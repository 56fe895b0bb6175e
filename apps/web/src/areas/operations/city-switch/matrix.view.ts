import {
  type CitySwitch,
  type CitySwitchRow,
  citySwitches,
  type CitySwitchStand,
  dutySwitch,
} from '@chauffeur/contract/operations/city-switch'

/** What was pressed and is not saved yet, by place. */
export type Pressed = Readonly<Record<string, boolean>>
export interface Change {
  city: CitySwitchRow
  stand: CitySwitchStand
  on: boolean
}

export const placeOf = (cityId: string, key: CitySwitch) => `${cityId} ${key}`

/** A switch is pressed, or pressed back to how it stands. */
export function pressed(before: Pressed, { cityId, key, on }: Pick<CitySwitchStand, 'cityId' | 'key' | 'on'>): Pressed {
  const place = placeOf(cityId, key)
  if (!(place in before)) return { ...before, [place]: !on }
  return Object.fromEntries(Object.entries(before).filter(([other]) => other !== place))
}

/** A switch of every city that may be changed: off where all are on, on otherwise. */
export function pressedAll(before: Pressed, cities: readonly CitySwitchRow[], key: CitySwitch): Pressed {
  const stands = cities.map(({ switches }) => switches.find((one) => one.key === key)!).filter(({ mayChange }) => mayChange)
  const on = stands.some((stand) => !(before[placeOf(stand.cityId, key)] ?? stand.on))
  const next = { ...before }
  for (const stand of stands) {
    if (stand.on === on) delete next[placeOf(stand.cityId, key)]
    else next[placeOf(stand.cityId, key)] = on
  }
  return next
}

/** City by city; what somebody else has switched that way meanwhile is no change any more. */
export const changesOf = (cities: readonly CitySwitchRow[], press: Pressed): Change[] =>
  cities.flatMap((city) =>
    city.switches.flatMap((stand) => {
      const on = press[placeOf(city.cityId, stand.key)]
      return on === undefined || on === stand.on || !stand.mayChange ? [] : [{ city, stand, on }]
    }),
  )

/** Whether all of them can begin, and end, by themselves. */
export const maySchedule = (changes: readonly Change[]): boolean =>
  changes.every(({ stand: { key } }) => !dutySwitch.options.some((one) => one === key))

/** The clock that their times are typed by: that of their cities where they have one, the reader's otherwise. */
export function clockOf(changes: readonly Change[]): number | null {
  const offsets = new Set(changes.map(({ city }) => city.utcOffsetMinutes))
  return offsets.size === 1 ? [...offsets][0]! : null
}

export const switchesOfGroup = (group: string): CitySwitch[] =>
  (Object.keys(citySwitches) as CitySwitch[]).filter((key) => citySwitches[key].group === group)
