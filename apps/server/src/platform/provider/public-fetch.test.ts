import dns from 'node:dns'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { isPublicAddress, isPublicUrl, NOT_PUBLIC, publicFetch } from './public-fetch.ts'

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:10.0.0.1',
  '64:ff9b::a00:1',
  'fe80::1',
  'fc00::1',
  'fd12::1',
  'ff02::1',
  '2002:a00:1::',
  '2001:db8::1',
  'nothing',
])('%s is inside', (address) => expect(isPublicAddress(address)).toBe(false))

test.each(['1.1.1.1', '172.32.0.1', '100.128.0.1', '223.5.5.5', '2400:3200::1', '2606:4700:4700::1111'])('%s is outside', (address) =>
  expect(isPublicAddress(address)).toBe(true),
)

test.each([
  ['https://partner.example/hook', true],
  ['https://partner.example:8443/hook?channel=1', true],
  ['https://223.5.5.5/hook', true],
  ['http://partner.example/hook', false],
  ['https://user:word@partner.example/', false],
  ['https://localhost/', false],
  ['https://hook.localhost/', false],
  ['https://2130706433/', false],
  ['https://0x7f.1/', false],
  ['https://[::1]/', false],
  ['https://[::ffff:127.0.0.1]/', false],
  ['https://169.254.169.254/latest/meta-data', false],
  ['ftp://partner.example/', false],
  ['partner.example', false],
])('%s may be entered: %s', (url, may) => expect(isPublicUrl(url, [])).toBe(may))

test('a host that is listed is reached by http, at its port alone where that is said', () => {
  expect(isPublicUrl('http://127.0.0.1:9000/', ['127.0.0.1:9000'])).toBe(true)
  expect(isPublicUrl('http://127.0.0.1:9001/', ['127.0.0.1:9000'])).toBe(false)
  expect(isPublicUrl('http://127.0.0.1:9001/', ['127.0.0.1'])).toBe(true)
})

test('a public name that leads inside is not connected to, also where only one of its addresses does', async () => {
  let heard = 0
  let resolved: { address: string; family: number }[] = []
  const server = createServer((_request, response) => void response.end(String(++heard)))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const lookedUp = vi
    .spyOn(dns, 'lookup')
    .mockImplementation(((_host: string, _options: object, done: (error: null, found: object) => void) => done(null, resolved)) as never)
  try {
    for (const addresses of [
      [{ address: '127.0.0.1', family: 4 }],
      [
        { address: '1.1.1.1', family: 4 },
        { address: '::1', family: 6 },
      ],
    ]) {
      resolved = addresses
      const asking = publicFetch([])(`https://rebound.example:${port}/`, { method: 'POST', body: '{}' })
      await expect(asking).rejects.toMatchObject({ code: NOT_PUBLIC })
    }
    expect(heard).toBe(0)
    expect(lookedUp, 'the name is looked up once for each connection').toHaveBeenCalledTimes(2)
    await expect(publicFetch([])(`https://127.0.0.1:${port}/`)).rejects.toMatchObject({ code: NOT_PUBLIC })
    const answer = await publicFetch([`127.0.0.1:${port}`])(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}' })
    expect([answer.status, await answer.text()]).toEqual([200, '1'])
  } finally {
    lookedUp.mockRestore()
    server.close()
  }
})

test('a redirection is answered as it is, and not followed', async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url!)
    response.writeHead(302, { location: '/elsewhere' }).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const answer = await publicFetch(['127.0.0.1'])(`http://127.0.0.1:${port}/first`, { method: 'POST', body: '{}' })
  expect([answer.status, asked]).toEqual([302, ['/first']])
  server.close()
})
