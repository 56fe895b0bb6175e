// `npm run platform-admin -- --username NAME …`: makes an account a platform administrator and prints the one-time link with which
// its password is set. On an empty installation (DEMO=off) it makes the first tenant too. For whoever owns the database.
import { endProcess } from '../apps/server/src/platform/process/end-process.ts'
import { parseArgs } from 'node:util'
import { CannotSetUp, setUpPlatformAdministrator } from '../apps/server/src/areas/access/tenant/index.ts'
import { connect } from '../apps/server/src/platform/database/db.ts'
import { directUrl, migrate, runtimeUrls } from '../apps/server/src/platform/upkeep/migrate.ts'
import { openDatabase } from './common/database.ts'

const USAGE = `npm run platform-admin -- --username NAME [--address https://console.example.com]
  makes an administrator's account a platform administrator; its password is set anew through the link that is printed

on an empty installation the account and the first tenant are made, which needs besides:
  --brand 夜航代驾   --phone 13900000000   --cities 杭州,上海   [--company 夜航汽车服务有限公司]   [--name 郑南]`

const say = (line: string) => process.stdout.write(`${line}\n`)
function giveUp(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  endProcess(1)
}

function given() {
  const text = { type: 'string' } as const
  const options = { username: text, address: text, brand: text, phone: text, cities: text, company: text, name: text }
  try {
    return parseArgs({ options: { ...options, help: { type: 'boolean' } } }).values
  } catch (error) {
    return giveUp(`${(error as Error).message}\n\n${USAGE}`)
  }
}

const { username, address, brand, phone, cities, company, name, help } = given()
if (help || !username) {
  say(USAGE)
  endProcess(help ? 0 : 1)
}
const { url, close } = await openDatabase().catch(giveUp)
await migrate(directUrl(url))
const db = connect(await runtimeUrls(url))
try {
  const made = await setUpPlatformAdministrator(db, {
    username,
    brandName: brand,
    company,
    realName: name,
    phone,
    cities: cities?.split(/[,，、\s]+/).filter(Boolean),
  })
  if (made.firstTenant) say('The first tenant is there, with its cities, roles, menus and prices.')
  say(`${made.username} is a platform administrator. The password is set here, once, until ${made.link.expiresAt}:`)
  say(`${(address ?? `http://localhost:${process.env.PORT || 8080}`).replace(/\/+$/, '')}${made.link.path}`)
} catch (error) {
  if (!(error instanceof CannotSetUp)) throw error
  process.stderr.write(`${error.message}\n\n${USAGE}\n`)
  process.exitCode = 1
} finally {
  await db.close()
  await close()
}
