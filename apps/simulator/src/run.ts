import type { Arguments } from './arguments.ts'
import { runCustomers } from './customers.ts'
import { runDriver } from './driver/driver.ts'
import { type PartnerPlay, runPartner } from './partner.ts'
import { createScheduler } from './scheduler.ts'
import { createStats } from './stats.ts'
import { openTenants } from './tenant.ts'
import { createWire } from './wire.ts'
import { reportMsFor, type Tenant, type World } from './world.ts'

/** Drivers sign in one after another, so that a great many do not come in one moment. */
const signInsPerSecond = 40

export interface Run {
  /** Ends the run; everything that waits or is under way is dropped. */
  stop: () => void
  /** Settles when the run is over; rejects when it could not begin. */
  ended: Promise<void>
}

/** Starts drivers and customers as the arguments say; `say` gets a status line now and then and one at the end. */
export function startRun(args: Arguments, say: (line: string) => void): Run {
  const scheduler = createScheduler()
  const stats = createStats()
  const wire = createWire(args.url, scheduler, stats)
  const { seed, speed } = args
  const world: World = { seed, speed, reportMs: reportMsFor(args.drivers), scheduler, wire, stats }

  const stop = () => {
    if (scheduler.stopped()) return
    // Before the end of every wait makes the numbers of the moment meaningless.
    say(stats.line(new Date()))
    scheduler.stop()
    wire.close()
  }
  const reportStatus = async () => {
    for (;;) {
      await scheduler.sleep(args.statusEveryS * 1000)
      say(stats.line(new Date()))
    }
  }
  const partner = async (tenant: Tenant, play: PartnerPlay) => {
    await scheduler.sleep((args.drivers * 1000) / signInsPerSecond + 2000)
    // Without a partner the others go on.
    await runPartner(world, tenant, play).catch((error: unknown) => {
      if (scheduler.stopped()) throw error
      stats.trouble(error)
    })
  }
  const play = async () => {
    const tenants = await openTenants(world, args.operators, args.drivers)
    const signIns = Array.from({ length: args.drivers }, async (_, index) => {
      await scheduler.sleep((index * 1000) / signInsPerSecond)
      const tenant = tenants[index % tenants.length]
      if (tenant) await runDriver(world, tenant, Math.floor(index / tenants.length) + 1)
    })
    const callers = async () => {
      // Callers come where drivers are, so the drivers go first.
      await scheduler.sleep((args.drivers * 1000) / signInsPerSecond + 2000)
      await Promise.all(tenants.map((tenant) => runCustomers(world, tenant, args.ordersPerMinute / tenants.length, args.byHour)))
    }
    const parts = [...signIns]
    const [first] = tenants
    if (args.partner && first) parts.push(partner(first, { ...args.partner, url: args.url }))
    if (args.statusEveryS > 0) parts.push(reportStatus())
    if (args.ordersPerMinute > 0) parts.push(callers())
    if (args.forS !== null) parts.push(scheduler.sleep(args.forS * 1000).then(stop))
    await Promise.all(parts)
  }
  const ended = play()
    .catch((error: unknown) => {
      if (!scheduler.stopped()) throw error
    })
    .finally(stop)
  return { stop, ended }
}
