import { expect, test } from 'vitest'
import { type Ask, filterCandidates, goesInTurn, mayAskChosen, type CandidateDriver } from './candidate.rules.ts'

const driver = (driverId: string, more: Partial<CandidateDriver> = {}): CandidateDriver => ({
  driverId,
  distanceM: 500,
  ageS: 5,
  workStatus: 'ONLINE_IDLE',
  qualification: 50,
  serviceTypes: ['TRIP'],
  listenRadiusM: 5_000,
  dispatchWeight: 100,
  walletFen: 0,
  ...more,
})
const ask = (more: Partial<Ask> = {}): Ask => ({
  radiusM: 1_000,
  positionMaxAgeS: 60,
  serviceType: 'TRIP',
  refused: new Set(),
  lapsed: new Map(),
  offersPerDriver: 2,
  blocked: new Set(),
  walletFloorFen: -100_000,
  team: null,
  inQueue: false,
  ...more,
})

test('each driver counts under the first filter that removes them', () => {
  const seen = [
    driver('1', { workStatus: 'OFFLINE', ageS: 900, qualification: 10 }),
    driver('2', { workStatus: 'PAUSED' }),
    driver('3', { workStatus: 'OFFERED', ageS: 900 }),
    driver('4', { ageS: 61, listenRadiusM: 1 }),
    driver('5', { listenRadiusM: 499 }),
    driver('6', { qualification: 40 }),
    driver('7', { serviceTypes: ['HOURLY'] }),
    driver('8'),
    driver('9', { distanceM: 1_001 }),
    driver('10', { distanceM: 1_000, ageS: 60 }),
  ]
  expect(filterCandidates(seen, ask({ refused: new Set(['8']) }))).toEqual({
    candidates: [{ driverId: '10', distanceM: 1_000, dispatchWeight: 100 }],
    filteredOut: { offline: 2, busy: 1, stale: 1, listenRange: 1, qualification: 2, refusedBooking: 1, outOfRadius: 1 },
  })
})

test('the nearest is first; whoever let an offer lapse comes last, and after two is not asked again', () => {
  const seen = [
    driver('1', { distanceM: 100 }),
    driver('2', { distanceM: 300 }),
    driver('3', { distanceM: 200 }),
    driver('4', { distanceM: 50 }),
  ]
  const found = filterCandidates(
    seen,
    ask({
      lapsed: new Map([
        ['1', 1],
        ['4', 2],
      ]),
    }),
  )
  expect(found.candidates.map(({ driverId }) => driverId)).toEqual(['3', '2', '1'])
  expect(found.filteredOut).toEqual({ refusedBooking: 1 })
})

test('the weight of a level brings a driver forward as if they were nearer, and a team’s turn still comes before', () => {
  const seen = [
    driver('1', { distanceM: 400 }),
    driver('2', { distanceM: 480, dispatchWeight: 125 }),
    driver('3', { distanceM: 300, dispatchWeight: 50 }),
  ]
  const order = (more: Partial<Ask> = {}) => filterCandidates(seen, ask(more)).candidates.map(({ driverId }) => driverId)
  expect(order()).toEqual(['2', '1', '3'])
  const team = new Map([
    ['3', -5],
    ['1', 0],
    ['2', 0],
  ])
  expect(order({ team })).toEqual(['3', '2', '1'])
  // It brings nobody into a round or a range that they are not in.
  expect(filterCandidates([driver('4', { distanceM: 1_100, dispatchWeight: 200 })], ask()).filteredOut).toEqual({ outOfRadius: 1 })
})

test('of a team the highest priority is asked first, of equals the nearest; who let it lapse waits for the others', () => {
  const seen = ['1', '2', '3', '4'].map((driverId) => driver(driverId, { distanceM: Number(driverId) * 100 }))
  const team = new Map([
    ['2', 0],
    ['3', -5],
    ['4', -5],
  ])
  const order = (more: Partial<Ask> = {}) => filterCandidates(seen, ask({ team, ...more })).candidates.map(({ driverId }) => driverId)
  expect(order()).toEqual(['3', '4', '2'])
  expect(order({ lapsed: new Map([['3', 1]]) })).toEqual(['4', '2', '3'])
  expect(filterCandidates(seen, ask({ team })).filteredOut).toEqual({ team: 1 })
  expect(goesInTurn(ask({ team }))).toBe(true)
  expect([
    goesInTurn(ask()),
    goesInTurn(
      ask({
        team: new Map([
          ['2', -5],
          ['3', -5],
        ]),
      }),
    ),
  ]).toEqual([false, false])
})

test('in a queue the first of it is asked, beyond the round’s radius too, and nobody who does not stand in it', () => {
  const seen = [driver('1', { distanceM: 100 }), driver('2', { distanceM: 1_800 }), driver('3', { distanceM: 300 })]
  const team = new Map([
    ['2', 1],
    ['3', 2],
  ])
  expect(filterCandidates(seen, ask({ team, inQueue: true }))).toEqual({
    candidates: [
      { driverId: '2', distanceM: 1_800, dispatchWeight: 100 },
      { driverId: '3', distanceM: 300, dispatchWeight: 100 },
    ],
    filteredOut: { team: 1 },
  })
  expect(goesInTurn(ask({ team: new Map([['2', 1]]), inQueue: true }))).toBe(true)
})

test('a chosen driver may be far away and is asked once', () => {
  const far = driver('1', { distanceM: 9_000 })
  expect(mayAskChosen(far, ask())).toBe(true)
  expect(mayAskChosen(far, ask({ refused: new Set(['1']) }))).toBe(false)
  expect(mayAskChosen(far, ask({ lapsed: new Map([['1', 1]]) }))).toBe(false)
  expect(mayAskChosen({ ...far, workStatus: 'DRIVING' }, ask())).toBe(false)
})
