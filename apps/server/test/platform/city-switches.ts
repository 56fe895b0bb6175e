import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { type CitySwitch, citySwitchCalls as calls, type CitySwitchStand } from '@chauffeur/contract/operations/city-switch'
import { expect } from 'vitest'
import { HANGZHOU, type Person, type World } from '../world.ts'

/** Switches of cities, of Hangzhou unless another is named, in a world that may not be there yet. */
export function switchesIn(worldNow: () => World) {
  const stand = async (of: CitySwitch, cityId = HANGZHOU): Promise<CitySwitchStand> => {
    const { rows } = (await worldNow().send(calls.view, { cityId })).data as AnswerOf<typeof calls.view>
    return rows[0]!.switches.find((one) => one.key === of)!
  }
  const save = async (of: CitySwitch, on: boolean, more: object = {}, person: Person = 'all') => {
    const cityId = (more as { cityId?: string }).cityId ?? HANGZHOU
    return worldNow().send(calls.save, { cityId, key: of, on, version: (await stand(of, cityId)).version, ...more }, person)
  }
  /** How each switch was turned. */
  const turned = new Map<CitySwitch, Set<boolean>>()
  const turn = async (of: CitySwitch, on: boolean, more: object = {}) => {
    turned.set(of, (turned.get(of) ?? new Set()).add(on))
    const answer = await save(of, on, more)
    expect(answer.code, answer.message).toBe(0)
    return answer.data as CitySwitchStand
  }
  return { stand, save, turn, turned }
}
export const refusal = ({ code, error }: { code: number; error?: string }) => error ?? String(code)
