import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { signedHeader } from '#test/harness/partner'
import { isFresh, isSignedBy, newKeyId, newSecret, signedParts, webhookSignatures, type WireRequest } from './partner-signature.ts'

const key = { keyId: newKeyId(), secret: newSecret() }
const request = (more: Partial<WireRequest> = {}): WireRequest => ({
  method: 'POST',
  target: '/partner/v1/orders?x=%E6%AD%A6',
  body: Buffer.from('{"a":1}'),
  authorization: undefined,
  ...more,
})
const signed = (at: object = {}) => {
  const { method, target, body } = request()
  return signedParts(signedHeader(key, { method, target, body: Buffer.from(body).toString() }, at))!
}

test('what was signed is known again; anything else in it, and it is not', () => {
  expect(isSignedBy(key.secret, request(), signed())).toBe(true)
  for (const changed of [
    { method: 'GET' },
    { target: '/partner/v1/orders?x=武' },
    { target: '/partner/v1/orders' },
    { body: Buffer.from('{"a":2}') },
  ])
    expect(isSignedBy(key.secret, request(changed), signed()), JSON.stringify(changed)).toBe(false)
  expect(isSignedBy(newSecret(), request(), signed())).toBe(false)
  const parts = signed()
  expect(isSignedBy(key.secret, request(), { ...parts, nonce: parts.nonce.replace(/.$/, 'z') })).toBe(false)
  expect(isSignedBy(key.secret, request(), { ...parts, timestamp: String(Number(parts.timestamp) + 1) })).toBe(false)
})

test('a moment is good for five minutes before and after', () => {
  const now = 1_795_000_000_000
  const at = (seconds: number) => isFresh(signed({ timestamp: now / 1_000 + seconds }), now)
  expect([-301, -300, 0, 300, 301].map(at)).toEqual([false, true, true, true, false])
})

test('a header that is not as described is no signature', () => {
  const { method, target } = request()
  const good = signedHeader(key, { method, target, body: '' })
  expect(signedParts(good)).not.toBeNull()
  expect(signedParts(good.replaceAll(',', ' , '))).not.toBeNull()
  for (const bad of [
    undefined,
    '',
    'Bearer x',
    good.replace('CHAUFFEUR-HMAC-SHA256', 'HMAC'),
    good.replace('nonce=', 'Nonce='),
    good.replace(/nonce=[^,]+/, 'nonce=short'),
    good.replace(/timestamp=\d+/, 'timestamp=1e9'),
    good.replace(/signature=[^,]+/, 'signature=00'),
    good.replace(/key=\w{4}/, 'key=xxxx'),
    `${good},key=${newKeyId()}`,
    `${good},more=1`,
    `${good}${' '.repeat(400)}`,
  ])
    expect(signedParts(bad), bad).toBeNull()
})

test('the example of the description is as the program has it', () => {
  const doc = readFileSync(new URL('../../../../../docs/partner-api.md', import.meta.url), 'utf8')
  const block = (name: string) => new RegExp(`<!-- ${name} -->\\n\`\`\`\\w*\\n([\\s\\S]*?)\\n\`\`\``).exec(doc)![1]!
  const parts = signedParts(block('header').replace(/^authorization: /i, ''))!
  const body = Buffer.from(block('body'))
  expect(block('signed').split('\n')).toHaveLength(5)
  const [method, target] = block('signed').split('\n')
  expect(isSignedBy(block('secret'), request({ method: method!, target: target!, body }), parts)).toBe(true)
  const [id, timestamp, signature] = block('webhook headers')
    .split('\n')
    .map((line) => line.slice(line.indexOf(': ') + 2))
  expect(webhookSignatures([block('secret')], { id: id!, timestamp: Number(timestamp), body: block('webhook body') })).toBe(signature)
})
