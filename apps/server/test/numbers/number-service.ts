import { numberProviderCalls } from '@chauffeur/contract/call-centre/number-provider'
import { citySwitchCalls } from '@chauffeur/contract/operations/city-switch'
import { type NumbersService, startNumbers } from '../../../numbers/src/numbers.ts'
import { headersOf } from '../../../numbers/src/signature.ts'
import { HANGZHOU, makeWorld, type World } from '../world.ts'

const KEY = { appKey: 'app-of-the-tests', appSecret: 'a secret nobody guesses' }
export const X = ['17000000001', '17000000002', '17000000003']

export { headersOf, type NumbersService, startNumbers }

export interface NumbersWorld {
  world: World
  numbers: NumbersService
  close(): Promise<void>
}
/** A business with a number service of its own, and one city that has privacy numbers on. */
export async function numbersWorld(pool: readonly string[] = X): Promise<NumbersWorld> {
  const numbers = await startNumbers({ key: KEY, pool })
  const world = await makeWorld({ settings: { numberHosts: [new URL(numbers.url).host] } })
  const { url } = numbers
  const own = {
    provider: 'HUAWEI',
    url,
    appKey: KEY.appKey,
    secret: KEY.appSecret,
    enabled: true,
    records: true,
    recordTone: 'recorded.wav',
  }
  await done(world, numberProviderCalls.save, { version: 0, ...own, keepMinutes: 30, mostPairs: 50 })
  await done(world, numberProviderCalls.addNumbers, { cityId: HANGZHOU, numbers: pool.join('\n') })
  await turnNumbers(world, true)
  return {
    world,
    numbers,
    close: async () => {
      await world.close()
      await numbers.stop()
    },
  }
}

export async function turnNumbers(world: World, on: boolean): Promise<void> {
  const shown = (await world.send(citySwitchCalls.view, { cityId: HANGZHOU })).data as {
    rows: { switches: { key: string; version: number }[] }[]
  }
  const { version } = shown.rows[0]!.switches.find(({ key }) => key === 'privacyNumber')!
  await done(world, citySwitchCalls.save, { cityId: HANGZHOU, key: 'privacyNumber', on, version, changeReason: '测试' })
}

/** Where the service pushes to: the server, at a port of its own. */
export async function pushTo({ world, numbers }: NumbersWorld): Promise<void> {
  const at = await world.app.http.listen({ port: 0, host: '127.0.0.1' })
  numbers.calls.pushUrl = `${at}/privacy-numbers/huawei/${world.tenantA}/push`
}

async function done(world: World, call: Parameters<World['send']>[0], input: Record<string, unknown>): Promise<void> {
  const answer = await world.send(call, input)
  if (answer.code !== 0) throw new Error(`${call.path}: ${answer.message} ${JSON.stringify(answer.data)}`)
}
