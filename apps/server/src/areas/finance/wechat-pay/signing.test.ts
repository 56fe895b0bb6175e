import { createPrivateKey, createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { authorizationOf, opened, signatureFault } from './signing.ts'

// The texts that are signed are those of the service's documentation. It publishes no private key, so that the signatures were made by openssl
// and the sealed text by another library, under a key that is nobody's.
const pem = (name: string) => readFileSync(new URL(`../../../../test/harness/nobodys-rsa-${name}.pem`, import.meta.url), 'utf8')
const REQUEST_SIGNATURE =
  'hVwTbrJGAnEtTCxjpNOplY2EUHd4F9E2R8IuL5tPZu29BRIvijPKF6N4kw4yZEawfphqaB1Z6T5Ass+HGSx26ryooW2fkYu5BapWeULMQDr57ChmBoHXrYPvw1KOXySLwEPg7YEBmOcFYbobU1zbD+NGF2SgDJHBcpMiIfr9zHzoLa9CZRwPnmjf2ofXuV+HRawOQM1S+MEXL/iaoxXoIHwiv9FOaFgXq57Zp91P7jIsK2hQ/a5a+4jPeT3xaK5mleQ+1xRrshl2OQU9h6JVqx8OvA9t4GzPfaFLpi4fJbYXCn/7rP+F3/1l0UqfDBVUrUSq9zG9BNxB5PrraUUrHg=='
const ANSWER_SIGNATURE =
  'JsbjBZQ3o9FC2uQxMEEjlTb8kNNx2f8NY2SXGhBjbPRH+E504hCkoXYTP18BGO46cdBxXp3YhlE+93LEMtQzGN1JFxjo9/DdzCKeEBf28SQV1n2tBoRTbpNOmfeqFWl0I5ZJHq0evEEb/Jmzt0XrR3pfElawCT17zcyyntji7b3MSO9NbOS367TzY7SiD8bvu+boVn6V0dIJyJ4SL/fjzJCFsDhQSVLc0WIzIIOwC5u/lcELvQSf4YbMBaqlumTvxeRRW6brJ84207S2CJIpDVbvQhu+/6REGU5HNflPdpD9JwFlqOVyqjbVb6F0RZ5dUhFY2i4wXKLWx8UTI3jqUA=='
const ID = 'PUB_KEY_ID_0000000000000024101100397200000006'

test('a request is signed as the documentation signs its example', () => {
  const authorization = authorizationOf(
    { mchId: '1900009191', certificateSerial: '1DDE55AD98ED71D6EDD4A4A16996DE7B47773A8C', privateKey: createPrivateKey(pem('key')) },
    { method: 'GET', target: '/v3/certificates' },
    { timestampS: 1_554_208_460, nonce: '593BEC0C930BF1AFEB40B4A08C8FB242' },
  )
  expect(authorization).toBe(
    'WECHATPAY2-SHA256-RSA2048 mchid="1900009191",nonce_str="593BEC0C930BF1AFEB40B4A08C8FB242",timestamp="1554208460",' +
      `serial_no="1DDE55AD98ED71D6EDD4A4A16996DE7B47773A8C",signature="${REQUEST_SIGNATURE}"`,
  )
})

const headers = {
  'wechatpay-nonce': 'd824f2e086d3c1df967785d13fcd22ef',
  'wechatpay-signature': ANSWER_SIGNATURE,
  'wechatpay-timestamp': '1722850421',
  'wechatpay-serial': ID,
}
const body = '{"code_url":"weixin://wxpay/bizpayurl?pr=JyC91EIz1"}'
const faultOf = (change: Partial<Record<keyof typeof headers, string>> = {}, text = body, nowS = 1_722_850_421) => {
  const said: Record<string, string | undefined> = { ...headers, ...change }
  return signatureFault(new Map([[ID, createPublicKey(pem('cert'))]]), (name) => said[name], Buffer.from(text), nowS)
}

test('the answer of the documentation is believed, five minutes long, from a key or a certificate', () => {
  expect(faultOf()).toBeNull()
  expect(faultOf({}, body, 1_722_850_421 + 300)).toBeNull()
  expect(faultOf({}, body, 1_722_850_421 - 300)).toBeNull()
  const key = createPublicKey(pem('key'))
  expect(signatureFault(new Map([[ID, key]]), (name) => headers[name as keyof typeof headers], Buffer.from(body), 1_722_850_421)).toBeNull()
})

test.each([
  ['says nothing of its signature', () => faultOf({ 'wechatpay-signature': '' }), 'UNSIGNED'],
  ['is older than five minutes', () => faultOf({}, body, 1_722_850_421 + 301), 'OUT_OF_TIME'],
  ['comes from the future', () => faultOf({}, body, 1_722_850_421 - 301), 'OUT_OF_TIME'],
  ['has no moment', () => faultOf({ 'wechatpay-timestamp': 'NaN' }), 'OUT_OF_TIME'],
  ['is signed by a key that we do not hold', () => faultOf({ 'wechatpay-serial': 'PUB_KEY_ID_1' }), 'KEY_UNKNOWN'],
  ['says another moment than was signed', () => faultOf({ 'wechatpay-timestamp': '1722850422' }), 'FORGED'],
  ['says another nonce than was signed', () => faultOf({ 'wechatpay-nonce': 'd824' }), 'FORGED'],
  ['has one sign more in its body', () => faultOf({}, `${body} `), 'FORGED'],
  ['is a probe', () => faultOf({ 'wechatpay-signature': `WECHATPAY/SIGNTEST/${ANSWER_SIGNATURE.slice(19)}` }), 'FORGED'],
])('an answer that %s is not believed', (_, fault, why) => {
  expect(fault()).toBe(why)
})

const resource = {
  ciphertext: 'DUcAl6TqAsMEOmUux7Cjo2R40Us1VWhGj5sJKDahc3kxjeZZn54mkhipM+IZp7Mxzgfyk3Q=',
  nonce: 'fdasflkja484',
  associated_data: 'mch_payment',
}
const KEY = '0123456789abcdef0123456789abcdef'

test('what was sealed for the merchant is opened by their key alone, and not when it was changed', () => {
  expect(opened(resource, KEY)).toBe('{"state":"SUCCESS","备注":"佣金"}')
  expect(() => opened(resource, KEY.replace('0', '1'))).toThrow()
  expect(() => opened({ ...resource, associated_data: 'other' }, KEY)).toThrow()
  expect(() => opened({ ...resource, nonce: 'fdasflkja485' }, KEY)).toThrow()
  expect(() => opened({ ...resource, ciphertext: resource.ciphertext.replace('D', 'E') }, KEY)).toThrow()
  expect(() => opened({ ...resource, ciphertext: 'AAAA' }, KEY)).toThrow()
})
