import { expect, test } from 'vitest'
import { isSealed, vaultOf } from './vault.ts'

const vault = vaultOf('a secret of this installation, long enough')

test('a sealed secret is read back where it belongs', () => {
  const sealed = vault.seal('商户密钥 1234', 'pay:7')
  expect(sealed).not.toContain('1234')
  expect(vault.open(sealed, 'pay:7')).toBe('商户密钥 1234')
})

test('it stays shut in another row, with another key, and when a letter of it was changed', () => {
  const sealed = vault.seal('x', 'pay:7')
  expect(() => vault.open(sealed, 'pay:8')).toThrow()
  expect(() => vaultOf('another secret of an installation, long enough').open(sealed, 'pay:7')).toThrow()
  const at = sealed.length - 3
  const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1)
  expect(() => vault.open(changed, 'pay:7')).toThrow()
})

test('sealing the same twice shows nothing in common', () => {
  expect(vault.seal('same', 'c')).not.toBe(vault.seal('same', 'c'))
})

test('a short secret of the installation is refused at the start', () => {
  expect(() => vaultOf('short')).toThrow(/APP_SECRET/)
})

test('bytes are sealed and opened for one context, and any change is seen', () => {
  const plain = Buffer.from([0, 255, 1, 254])
  const sealed = vault.sealBytes(plain, 'order:7')
  expect(isSealed(sealed)).toBe(true)
  expect(sealed.includes(plain)).toBe(false)
  expect(vault.openBytes(sealed, 'order:7').equals(plain)).toBe(true)
  expect(() => vault.openBytes(sealed, 'order:8')).toThrow()
  sealed[sealed.length - 1]! ^= 1
  expect(() => vault.openBytes(sealed, 'order:7')).toThrow()
  expect(() => vault.openBytes(plain, 'order:7')).toThrow(/Not sealed/)
})
