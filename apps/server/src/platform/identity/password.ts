import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { type Turns, turns } from '../values/turns.ts'

/** argon2id, 19 MiB, two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
export const hashPassword = (password: string): Promise<string> => hash(password, COST)

let unknown: Promise<string> | undefined
/** The hash of a password that nobody knows; an account that has it opens through its link alone. */
export const unknownPassword = (): Promise<string> => (unknown ??= hashPassword(randomBytes(32).toString('base64url')))

/** True when the password is the hash's. Without a hash the same work is done, so that an unknown name takes as long as a wrong password. */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await unknownPassword()), password).catch(() => false)
  return stored !== null && matches
}

/**
 * Where passwords are looked at, people wait in line: each costs a core for a while, and what the others do (compressing answers, reading
 * files) needs the same four threads. A crowd of a whole office is through within a few seconds.
 */
export const passwordLine = (): Turns => turns({ atOnce: 2, waiting: 200 })
