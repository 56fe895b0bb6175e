import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { lightContract } from './build/light-contract.ts'

/** Where the API of a development server listens. */
const api = process.env.API_URL ?? 'http://127.0.0.1:8080'

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
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            { name: 'english', test: /\.en\.ts$/ },
          ],
        },
      },
    },
  },
})
