import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { lightContract } from './build/light-contract.ts'

/** Where the API of a development server listens. */
const api = process.env.API_URL ?? 'http://127.0.0.1:8080'

/** What forms and dialogs are made of: a list is there before the first of them is opened. */
const FORMS =
  /antd[\\/]es[\\/](modal|drawer|alert|skeleton|input-number|form|grid|checkbox|radio|switch|tabs|dropdown|menu)[\\/]|@rc-component[\\/](dialog|drawer|input-number|mini-decimal|tabs|dropdown|menu|checkbox|switch)[\\/]|src[\\/](kit[\\/](edit|fields|pickers[\\/][a-z]+-field|config[\\/]reason-field)|ui[\\/]dialog[\\/]confirm)[\\/.]/

/** Calendars and trees of choices: more than half of the script of a form that has one, and most have none. */
const CALENDARS =
  /antd[\\/]es[\\/](date-picker|time-picker)[\\/]|@rc-component[\\/]picker[\\/]|src[\\/]kit[\\/]fields[\\/](time-fields|wall-clock-input)/
const TREES =
  /antd[\\/]es[\\/](tree|tree-select)[\\/]|@rc-component[\\/](tree|tree-select)[\\/]|src[\\/]kit[\\/]pickers[\\/](tree-field|department)/

const FIRST = /\/(react|rolldown-runtime)-[^/]+$/
const WITH_SHELL = /\/(react|rolldown-runtime|console|around|contract)-[^/]+$/

/** What the console has around every screen, so that a screen may as well take it from there. */
const AROUND =
  /src[\\/](app|platform)[\\/]|kit[\\/](media[\\/]logo|show)|ui[\\/](show[\\/](measure|money|key-hint)|timing[\\/]use-(throttled|debounced))|contract[\\/]src[\\/]areas[\\/]access[\\/](authority|navigation|account)\.ts/
/** What can be done to an order, in words: lists offer it, too, without the code of the desk. */
const ACTIONS = /shared[\\/]order-actions[\\/](actions\.view|action-forms)|contract[\\/]src[\\/]areas[\\/]order[\\/]actions\.ts/
/** What the desk shares with queues, maps and the detail of an order, and lists do without. */
const DESK =
  /src[\\/](ui[\\/](map|track)|shared[\\/](order[\\/](cancel|candidates|event|order-messages|terminate)|city[\\/]map-config|driver[\\/]driver-)|areas[\\/]call-centre)|gcoord|contract[\\/]src[\\/]areas[\\/](call-centre|dispatch|customer|pricing[\\/]coupon|driver[\\/]app|order[\\/](edit|cancel|bill|progress)\.ts)/

/** Calls that many screens make, and lists do not. */
const LATER =
  /contract[\\/]src[\\/]areas[\\/](call-centre[\\/](desk|booking-queue)|customer|finance|pricing[\\/](coupon|discount|redeem)|dispatch[\\/](settings|team)|operations[\\/](map-service|place|ground)|order[\\/](track|cancel-rules))/

export default defineConfig({
  base: './',
  plugins: [lightContract(), react()],
  server: {
    port: Number(process.env.WEB_PORT ?? 5173),
    proxy: Object.fromEntries(
      [
        '/api',
        '/public',
        '/djapi',
        '/djweb',
        '/djylog',
        '/log',
        '/commonapi',
        '/WithdrawAdminApi',
        '/sopadmin',
        '/driversysweb',
        '/driverhub',
        '/djfee',
        '/lbsweb',
        '/verify',
        '/files',
        '/map-files',
        '/softphone',
      ].map((path) => [path, { target: api, changeOrigin: false }]),
    ),
  },
  build: {
    target: 'es2022',
    sourcemap: false,
    // Every name stands in the first script: what comes with it, or with the shell around a screen, is not named again for each.
    modulePreload: {
      resolveDependencies: (file, needed) => needed.filter((one) => !(file.includes('.screen-') ? WITH_SHELL : FIRST).test(one)),
    },
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      // Whoever takes one field from there is not brought all the others.
      treeshake: { moduleSideEffects: [{ test: /src[\\/]kit[\\/]fields[\\/]fields\.ts$/, sideEffects: false }] },
      output: {
        // Every name stands in the first script: a letter less in each counts there.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          // A console of a hundred screens would otherwise come in hundreds of small files, ninety of them for one screen.
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 6 },
            { name: 'english', test: /\.en\.ts$|text[\\/]english\.ts$/, priority: 6 },
            { name: 'start', tags: ['$initial'], priority: 5 },
            {
              name: 'addresses',
              test: /src[\\/](areas[\\/][^\\/]+[\\/][^\\/]+\.screens\.ts|app[\\/]root[\\/](addresses|screens|resolve|known-routes|navigation)\.ts)$/,
              priority: 5,
            },
            {
              name: 'contract',
              test: (id) => /packages[\\/]contract[\\/]|light-contract/.test(id) && !LATER.test(id),
              minShareCount: 14,
              priority: 4,
            },
            {
              name: 'console',
              test: (id) => ![FORMS, CALENDARS, TREES, LATER].some((later) => later.test(id)),
              minShareCount: 34,
              priority: 4,
            },
            { name: 'around', test: AROUND, minShareCount: 2, priority: 3 },
            { name: 'forms', test: (id) => FORMS.test(id) && !CALENDARS.test(id) && !TREES.test(id), minShareCount: 6, priority: 2 },
            // Behind the forms: a group takes along what its files need and no group before it has.
            { name: 'calendars', test: CALENDARS, minShareCount: 2, priority: 1 },
            { name: 'trees', test: TREES, minShareCount: 2, priority: 1 },
            { name: 'actions', test: ACTIONS, minShareCount: 2, priority: 2 },
            { name: 'desk', test: DESK, minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
})
