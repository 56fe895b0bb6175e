import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { driverInvitationCalls, driverJoinCalls, INVITATION_LINK_PATH } from '@chauffeur/contract/driver/invitation'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { driverAt } from '#test/drivers'
import { messagesIn } from '#test/harness/messages'
import { makeWorld, type World } from '#test/world'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const tokenOf = (link: string) => link.slice(link.indexOf(INVITATION_LINK_PATH) + INVITATION_LINK_PATH.length)
const invite = async (driverId: string, person: keyof World['people'] = 'all') =>
  world.send(driverInvitationCalls.invite, { driverId }, world.people[person].token)
const invited = async (driverId: string) => tokenOf(((await invite(driverId)).data as { link: string }).link)
const join = (token: string) => world.send(driverJoinCalls.join, { token }, '')
const later = (driverId: string) =>
  world.owner.query(`update driver_invitations set sent_at = sent_at - interval '2 minutes' where driver_id = $1`, [driverId])

test('a driver who is invited gets a message with a link that says in whose name, and signs in once', async () => {
  const driver = await driverAt(world, null, 'OFFLINE')
  const token = await invited(driver.driverId)
  const rows = await messagesIn(world, driver.phone)
  expect(rows).toHaveLength(1)
  expect(rows[0]!.body).toContain(`${INVITATION_LINK_PATH}${token}`)
  expect((await world.send(driverJoinCalls.invitation, { token }, '')).data).toMatchObject({ tenantId: world.tenantA, cityName: '杭州市' })
  const answers = await Promise.all([join(token), join(token), join(token)])
  expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 410301, 410301])
  const { token: session } = answers.find(({ code }) => code === 0)!.data as { token: string }
  expect((await world.send(dispatchCalls.me, {}, session)).data).toMatchObject({ driverId: driver.driverId })
  expect((await world.send(driverJoinCalls.invitation, { token }, '')).error).toBe('driver.invitationGone')
})

test('where a gateway takes the message nobody but the driver gets the link, which leads to the installation’s own address', async () => {
  const gateway = await makeWorld({ settings: { sms: { url: 'http://127.0.0.1:9/sms', token: '' }, publicUrl: 'https://drive.example' } })
  const driver = await driverAt(gateway, null, 'OFFLINE')
  const answer = await gateway.send(driverInvitationCalls.invite, { driverId: driver.driverId }, gateway.people.all.token, {
    host: 'evil.example',
  })
  expect(answer.data).toMatchObject({ link: null })
  const rows = await messagesIn(gateway, driver.phone)
  expect(rows.map(({ body }) => body)).toEqual([expect.stringContaining(`https://drive.example${INVITATION_LINK_PATH}`)])
  await gateway.close()
})

test('a newer link replaces the earlier one, and none is sent twice within a minute', async () => {
  const { driverId } = await driverAt(world, null, 'OFFLINE')
  const first = await invited(driverId)
  expect((await invite(driverId)).error).toBe('driver.invitedJustNow')
  await later(driverId)
  const second = await invited(driverId)
  expect((await join(first)).error).toBe('driver.invitationGone')
  expect((await join(second)).code).toBe(0)
})

test('a link is good for seven days, and not for a driver whose account is shut or whose business is stopped', async () => {
  const [late, shut] = [await driverAt(world, null, 'OFFLINE'), await driverAt(world, null, 'OFFLINE')]
  const [lateToken, shutToken] = [await invited(late.driverId), await invited(shut.driverId)]
  const { rows } = await world.owner.query<{ days: string }>(
    `select extract(day from expires_at - sent_at) as days from driver_invitations where driver_id = $1`,
    [late.driverId],
  )
  expect(Number(rows[0]!.days)).toBe(7)
  await world.owner.query(`update driver_invitations set expires_at = now() where driver_id = $1`, [late.driverId])
  expect((await join(lateToken)).error).toBe('driver.invitationGone')
  await world.owner.query('update drivers set wallet_frozen = true where driver_id = $1', [shut.driverId])
  expect((await join(shutToken)).error).toBe('driver.accountDisabled')
  await world.owner.query('update drivers set wallet_frozen = false where driver_id = $1', [shut.driverId])
  await world.owner.query('update tenants set state = 40 where tenant_id = $1', [world.tenantA])
  expect((await join(shutToken)).error).toBe('driver.invitationGone')
  await world.owner.query('update tenants set state = 30 where tenant_id = $1', [world.tenantA])
  expect((await join(shutToken)).code).toBe(0)
})

test('drivers of other cities and businesses are invited by nobody else, and the link stands in no log', async () => {
  const { driverId } = await driverAt(world, null, 'OFFLINE')
  expect((await invite(driverId, 'nowhere')).error).toBe('driver.notFound')
  const token = await invited(driverId)
  await join(token)
  const { rows } = await world.owner.query<{ row: string }>(
    `select l::text as row from operation_logs l union all select i::text from driver_invitations i`,
  )
  expect(rows.some(({ row }) => row.includes(token))).toBe(false)
  expect(rows.some(({ row }) => row.includes('dispatch.join'))).toBe(true)
})
