import type { PlatformDb } from '#platform/database/db'

export const keepSetupToken = (tx: PlatformDb, tokenHash: Buffer | null) =>
  tx.updateTable('installation').set({ setup_token_hash: tokenHash }).execute()

export const isSetupToken = async (tx: PlatformDb, tokenHash: Buffer): Promise<boolean> =>
  (await tx.selectFrom('installation').select('kind').where('setup_token_hash', '=', tokenHash).executeTakeFirst()) !== undefined
