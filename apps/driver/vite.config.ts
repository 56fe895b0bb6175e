import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { lightContract } from '../web/build/light-contract.ts'

/** The driver's page lies beside the console, under `/driver/`: the same server hands it out. */
export default defineConfig({
  base: './',
  plugins: [lightContract(), react()],
  server: {
    port: 5174,
    proxy: { '/driver/v1': process.env.API_URL ?? 'http://127.0.0.1:8080', '/public': process.env.API_URL ?? 'http://127.0.0.1:8080' },
  },
  build: { target: 'es2020', sourcemap: false, outDir: '../web/dist/driver', emptyOutDir: true },
})
