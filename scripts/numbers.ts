// The stand-in of a service that lends privacy numbers (apps/numbers/README.md).
await import('../apps/numbers/src/main.ts')
