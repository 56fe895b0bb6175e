import { hash, verify } from '@node-rs/argon2'

/** argon2id, 19 MiB, two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
export const hashPassword = (password: string): Promise<string> => hash(password, COST)

let nobody: Promise<string> | undefined
/** True when the password is the hash's. Without a hash the same work is done, so that an unknown name takes as long as a wrong password. */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  const against = stored ?? (await (nobody ??= hashPassword('nobody has this password')))
  const matches = await verify(against, password).catch(() => false)
  return stored !== null && matches
}
