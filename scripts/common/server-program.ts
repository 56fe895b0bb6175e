// What `npm start` needs of the server: loaded while PostgreSQL comes up.
export { lendNumbers } from '../../apps/server/demo/people/numbers.ts'
export { seedDemo } from '../../apps/server/demo/seed.ts'
export { makeSetupLink } from '../../apps/server/src/areas/access/setup/index.ts'
export { hasPlatformAdministrator } from '../../apps/server/src/areas/access/tenant/index.ts'
export { startServer } from '../../apps/server/src/main.ts'
