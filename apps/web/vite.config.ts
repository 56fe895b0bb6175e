import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { lightContract } from './build/light-contract.ts'

/** Where the API of a development server listens. */
const api = process.env.API_URL ?? 'http://127.0.0.1:8080'

/** What forms and dialogs are made of: a list is there before the first of them is opened. */
const FORMS =
  /antd[\\/]es[\\/](modal|drawer|alert|skeleton|input-number|form|grid|checkbox|tabs|dropdown|menu)[\\/]|@rc-component[\\/](dialog|drawer|input-number|mini-decimal|tabs|dropdown|menu|checkbox)[\\/]|src[\\/]ui[\\/]form/

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
        '/softphone',
      ].map((path) => [path, { target: api, changeOrigin: false }]),
    ),
  },
  build: {
    target: 'es2022',
    sourcemap: false,
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // A console of a hundred screens would otherwise come in hundreds of small files, a hundred of them for one screen.
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 4 },
            { name: 'english', test: /\.en\.ts$/, priority: 4 },
            { name: 'start', tags: ['$initial'], priority: 3 },
            // Without the console: what a page asks ahead needs it before that is here.
            { name: 'contract', test: /packages[\\/]contract[\\/]|light-contract/, minShareCount: 8, priority: 3 },
            { name: 'console', test: (id) => !FORMS.test(id), minShareCount: 14, priority: 2 },
            { name: 'forms', test: FORMS, minShareCount: 6, priority: 1 },
          ],
        },
      },
    },
  },
})
