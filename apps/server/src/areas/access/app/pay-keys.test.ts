import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { isApiV3Key, privateKeyFrom, publicKeyFrom } from './pay-keys.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pkcs1 = privateKey.export({ type: 'pkcs1', format: 'pem' }) as string
const locked = privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' }) as string
const spki = publicKey.export({ type: 'spki', format: 'pem' }) as string

test('a private key is kept in one form, whichever it came in, and known by the print of its pair', () => {
  const kept = privateKeyFrom(pkcs1)!
  expect(kept.pem).toContain('BEGIN PRIVATE KEY')
  expect(kept.print).toBe(publicKeyFrom(spki)!.print)
})

test.each([
  ['nothing', ''],
  ['a word', 'key'],
  ['a public key', spki],
  ['one that asks for a pass phrase', locked],
  ['one of another kind', generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }) as string],
  ['a weak one', generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({ type: 'pkcs8', format: 'pem' }) as string],
])('no merchant’s private key: %s', (_, pem) => {
  expect(privateKeyFrom(pem)).toBeNull()
})

test('a private key is not taken for the channel’s public one', () => {
  expect(publicKeyFrom(pkcs1)).toBeNull()
})

test('an APIv3 key has 32 characters', () => {
  expect(isApiV3Key('a'.repeat(32))).toBe(true)
  expect(isApiV3Key('a'.repeat(31))).toBe(false)
  expect(isApiV3Key(`${'a'.repeat(31)}密`)).toBe(false)
})
