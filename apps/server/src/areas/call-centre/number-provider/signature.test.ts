import { expect, test } from 'vitest'
import { believed, sign } from './signature.ts'

const key = { appKey: 'a1d1f50cad21415fbdd13d8f53d36d60', secret: 'cfc881cc704c4fba8d8fef5788e03e6b' }
const at = new Date('2026-11-24T10:00:00.123Z')
const header = sign(key, '66C92B11FF8A425FB8D4CCFE0ED9ED1F', at)['x-aksk']

// printf %s <nonce><created> | openssl dgst -sha256 -hmac <secret> -binary | base64
test('a request is signed as openssl signs the same text', () =>
  expect(header).toBe(
    'UsernameToken Username="a1d1f50cad21415fbdd13d8f53d36d60",PasswordDigest="rE56DrSD75pNoSteXJbNb6FYGxSx0+EcpD4FS4fFER0=",Nonce="66C92B11FF8A425FB8D4CCFE0ED9ED1F",Created="2026-11-24T10:00:00Z"',
  ))

const later = (ms: number) => new Date(at.getTime() + ms)
test.each<[string, string | undefined, Date, object]>([
  ['signed now is believed', header, at, { nonce: '66C92B11FF8A425FB8D4CCFE0ED9ED1F' }],
  ['repeated five hours later too', header, later(5 * 3_600_000), { nonce: '66C92B11FF8A425FB8D4CCFE0ED9ED1F' }],
  ['with blanks between the fields too', header.replaceAll(',', ', '), at, { nonce: '66C92B11FF8A425FB8D4CCFE0ED9ED1F' }],
  ['a day old is not', header, later(86_400_000), { fault: 'OLD' }],
  ['of a clock far ahead is not', header, later(-600_000), { fault: 'OLD' }],
  ['unsigned is not', undefined, at, { fault: 'UNSIGNED' }],
  ['of another app is not', sign({ ...key, appKey: 'other' }, 'n', at)['x-aksk'], at, { fault: 'OTHER_KEY' }],
  ['signed with another secret is not', sign({ ...key, secret: 'guessed' }, 'n', at)['x-aksk'], at, { fault: 'FORGED' }],
  ['with another moment than it was signed for is not', header.replace('10:00:00Z', '10:00:01Z'), at, { fault: 'FORGED' }],
])('a push %s', (_, given, now, what) => expect(believed(key, given, now)).toEqual(what))
