import * as z from 'zod'
import { type Area, call } from '../../kernel/call.ts'
import { id, instant, nothing } from '../../kernel/fields.ts'

/** What has to be in order for duty, in the order in which it is read. */
export const fitnessPoint = z.enum(['ACCOUNT', 'QUALIFICATION', 'LICENCE', 'ID_CARD', 'EXAM', 'COMPANY', 'FACE', 'POLICY', 'INSURANCE'])
export type FitnessPoint = z.infer<typeof fitnessPoint>
/** `SOON`: in order, but not for long. `ASKED`: looked at when they go on duty. `STOPS`: they cannot. */
export const fitnessState = z.enum(['OK', 'SOON', 'ASKED', 'STOPS'])
export type FitnessState = z.infer<typeof fitnessState>
export const fitnessStateText: Record<FitnessState, string> = { OK: '符合', SOON: '即将到期', ASKED: '上线时核验', STOPS: '不符合' }

/** So many days before a paper is over its driver is told, and again on the day after its last. */
export const PAPER_REMINDERS = [30, 7, 1] as const

const fitness = z.object({
  /** Nothing stops them; what is asked when they go on duty is asked then. */
  fit: z.boolean(),
  points: z.array(
    z.object({
      point: fitnessPoint,
      state: fitnessState,
      /** What it is about, and how it stands, in the reader's language. */
      name: z.string(),
      words: z.string(),
    }),
  ),
  /** Taken off duty by the company until it says otherwise; null: they are not. `since` is null where it was not kept. */
  suspension: z.object({ since: instant.nullable(), reason: z.string() }).nullable(),
  /** What the driver was told of their papers, the newest first. */
  told: z.array(z.object({ words: z.string(), at: instant })),
})
export type Fitness = z.infer<typeof fitness>

export const driverFitnessCalls = {
  fitness: call({
    method: 'GET',
    path: '/djweb/driver/fitness',
    effect: 'read',
    access: { authority: 'driver.view' },
    summary: '司机上线条件',
    input: z.object({ driverId: id }),
    output: fitness,
    failures: ['driver.notFound'],
  }),
} satisfies Area

/** The driver reads the same of themselves. */
export const driverFitnessAppCalls = {
  ownFitness: call({
    method: 'GET',
    path: '/driver/v1/fitness',
    effect: 'read',
    access: 'driver',
    ofTrip: true,
    summary: '我的上线条件',
    input: nothing,
    output: fitness,
  }),
} satisfies Area
