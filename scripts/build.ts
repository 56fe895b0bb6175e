import { buildWeb } from './common/web-build.ts'

await buildWeb((line) => process.stdout.write(`${line}\n`))
