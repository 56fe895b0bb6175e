import type { LiveDrivers } from '@chauffeur/contract/operations/live'
import { describe, expect, it } from 'vitest'
import { byUrgency, createFleet, layersOf, noFilter, turned } from './fleet.view.ts'

type Told = LiveDrivers['drivers'][number]
const driver = (driverId: string, more: Partial<Told> = {}): Told => ({
  driverId,
  driverNo: `HZ00${driverId}`,
  name: `司机${driverId}`,
  cityId: '1',
  orgId: '7',
  level: 1,
  workStatus: 'ONLINE_IDLE',
  lat: 30.2,
  lng: 120.1,
  headingDeg: null,
  ageS: 5,
  ...more,
})
const full = (...drivers: Told[]) => ({ full: true, part: 0, parts: 1, drivers, gone: [] })
const change = (drivers: Told[], gone: string[] = []) => ({ full: false, part: 0, parts: 1, drivers, gone })

describe('the drivers on the map and in the list beside it', () => {
  it('are the same ones, whatever the stream tells', () => {
    const fleet = createFleet()
    fleet.apply(full(driver('1'), driver('2')))
    fleet.apply(change([driver('3')], ['1']))
    expect(fleet.rows().map((row) => row.driverId)).toEqual(['2', '3'])
    expect(['1', '2', '3'].map((id) => fleet.points.placeOf(id) !== null)).toEqual([false, true, true])
    fleet.apply(full(driver('9')))
    expect([fleet.rows().map((row) => row.driverId), fleet.points.length()]).toEqual([['9'], 1])
  })

  it('are listed by number and found by part of name or number', () => {
    const fleet = createFleet()
    fleet.apply(full(driver('2', { name: '王强' }), driver('1', { name: '李娜' })))
    expect(fleet.rows().map((row) => row.driverId)).toEqual(['1', '2'])
    fleet.setFilter({ ...noFilter, keyword: ' 王 ' })
    expect(fleet.rows().map((row) => row.driverId)).toEqual(['2'])
    fleet.setFilter({ ...noFilter, keyword: 'hz001' })
    expect(fleet.rows().map((row) => row.driverId)).toEqual(['1'])
  })

  it('are counted per state and freshness of the chosen city, whatever else is filtered', () => {
    const fleet = createFleet()
    fleet.apply(full(driver('1'), driver('2', { workStatus: 'DRIVING', ageS: 60 }), driver('3', { cityId: '2', ageS: 300 })))
    fleet.setFilter({ ...noFilter, cityId: '1', statuses: ['DRIVING'] })
    expect(fleet.counts()).toEqual({ total: 2, status: { ONLINE_IDLE: 1, DRIVING: 1 }, freshness: { FRESH: 1, LAGGING: 1, SILENT: 0 } })
    expect(fleet.rows().map((row) => row.driverId)).toEqual(['2'])
  })

  it('a driver who stops reporting becomes lagging and then silent by the clock alone', () => {
    const fleet = createFleet()
    fleet.apply(full(driver('1', { ageS: 0 })), 0)
    fleet.setFilter({ ...noFilter, freshness: ['SILENT'] })
    expect(fleet.rows(100_000)).toEqual([])
    expect(fleet.rows(121_000).map((row) => row.driverId)).toEqual(['1'])
    fleet.age(121_000)
    expect(fleet.points.count().freshness).toEqual([0, 0, 1])
  })
})

describe('organisations and levels', () => {
  it('narrow the map and its counts; whoever belongs to none passes no organisation', () => {
    const fleet = createFleet()
    fleet.apply(full(driver('1', { orgId: '7', level: 2 }), driver('2', { orgId: '8' }), driver('3', { orgId: null })))
    fleet.setFilter({ ...noFilter, orgIds: ['7', '8'] })
    expect([fleet.rows().map((row) => row.driverId), fleet.counts().total]).toEqual([['1', '2'], 2])
    fleet.setFilter({ ...noFilter, level: 2 })
    expect(fleet.rows().map((row) => row.driverId)).toEqual(['1'])
    expect(fleet.levels()).toEqual([1, 2])
  })

  it('a map of organisations knows nobody else', () => {
    const fleet = createFleet({ organisationsOnly: true })
    fleet.apply(full(driver('1'), driver('2', { orgId: null })))
    expect([fleet.size(), fleet.points.length()]).toEqual([1, 1])
  })

  it('supply is who waits for an order and is heard of', () => {
    const fleet = createFleet()
    fleet.apply(full(driver('1'), driver('2', { workStatus: 'DRIVING' }), driver('3', { ageS: 300 })))
    expect(fleet.idlePlaces()).toHaveLength(1)
  })

  it('a driver whose state changes stays in the list, in its place', () => {
    const fleet = createFleet()
    fleet.apply(full(driver('1'), driver('2')))
    fleet.apply(change([driver('1', { workStatus: 'DRIVING' })]))
    expect(fleet.rows().map((row) => [row.driverId, row.workStatus])).toEqual([
      ['1', 'DRIVING'],
      ['2', 'ONLINE_IDLE'],
    ])
  })
})

describe('a frame in parts', () => {
  const part = (at: number, parts: number, drivers: Told[]) => ({ full: true, part: at, parts, drivers, gone: [] })

  it('is one change: nobody vanishes before the last part has come, and who is in none of them is forgotten then', () => {
    const fleet = createFleet()
    fleet.apply(full(driver('1'), driver('2'), driver('9')))
    const versions = [fleet.version(), fleet.points.revision()]
    fleet.apply(part(0, 2, [driver('1')]))
    expect([fleet.size(), fleet.points.length()]).toEqual([3, 3])
    expect([fleet.version(), fleet.points.revision()]).toEqual(versions)
    fleet.apply(part(1, 2, [driver('2'), driver('3')]))
    expect(fleet.rows().map((row) => row.driverId)).toEqual(['1', '2', '3'])
    expect(fleet.points.length()).toBe(3)
    expect([fleet.version(), fleet.points.revision()]).toEqual(versions.map((version) => version + 1))
  })

  it('that broke off leaves nobody behind when the whole comes anew', () => {
    const fleet = createFleet()
    fleet.apply(part(0, 3, [driver('1'), driver('2')]))
    fleet.apply(part(0, 2, [driver('2')]))
    fleet.apply(part(1, 2, [driver('3')]))
    expect(fleet.rows().map((row) => row.driverId)).toEqual(['2', '3'])
  })

  it('tells of somebody who left the organisations, who then is on no map of them', () => {
    const fleet = createFleet({ organisationsOnly: true })
    fleet.apply(full(driver('1'), driver('2')))
    fleet.apply(change([driver('1', { orgId: null })]))
    expect([fleet.rows().map((row) => row.driverId), fleet.points.length()]).toEqual([['2'], 1])
  })
})

describe('what of the map is drawn', () => {
  it('is drivers and orders until somebody chooses, and then what they chose', () => {
    expect([...layersOf(null)]).toEqual(['drivers', 'orders'])
    const kept = turned(layersOf(null), 'fences', true)
    expect([...layersOf(kept)]).toEqual(['drivers', 'orders', 'fences'])
    expect([...layersOf(turned(layersOf('drivers'), 'drivers', false))]).toEqual([])
    expect([...layersOf('drivers gone-layer')]).toEqual(['drivers'])
  })
})

it('of the orders that wait the one whose search ends first is the first', () => {
  const orders = [
    { no: 'later', sinceMs: 0, endsAtMs: 900 },
    { no: 'unsearched', sinceMs: 100, endsAtMs: null },
    { no: 'soon', sinceMs: 400, endsAtMs: 500 },
  ]
  expect(byUrgency(orders, (order) => order).map(({ no }) => no)).toEqual(['unsearched', 'soon', 'later'])
})
