import { join } from 'node:path'
import { keepProgram } from './kept-program.ts'

/** Runs the simulator against the address until it is stopped; `partnerPort` is where its partner hears of its orders. */
export function keepSimulator(url: string, partnerPort: number, log: (line: string) => void): { stop(): Promise<void> } {
  const { SIMULATOR_DRIVERS = '120', SIMULATOR_ORDERS_PER_MINUTE = '6', SIMULATOR_SPEED = '8' } = process.env
  const options = ['--drivers', SIMULATOR_DRIVERS, '--orders-per-minute', SIMULATOR_ORDERS_PER_MINUTE, '--speed', SIMULATOR_SPEED]
  process.env.SIMULATOR_PARTNER_PORT = `${partnerPort}`
  const main = join(import.meta.dirname, '../simulate.ts')
  return keepProgram({ name: 'The simulator', main, options: ['--url', url, ...options], log })
}
