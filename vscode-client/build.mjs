// Bundle the extension, or with --tests the unit tests, or with --api the extension host's tests.
import { build } from "esbuild";
import { readdirSync } from "node:fs";

const common = { bundle: true, platform: "node", format: "cjs", target: "node20", logLevel: "warning" };

function testsIn(folder) {
  return readdirSync(folder).filter((name) => name.endsWith(".test.ts")).map((name) => `${folder}/${name}`);
}

if (process.argv.includes("--tests")) {
  await build({ ...common, entryPoints: testsIn("test/unit"), outdir: "out/unit", sourcemap: "inline" });
} else if (process.argv.includes("--api")) {
  await build({ ...common, entryPoints: ["test/api/index.ts"], outfile: "out/api/index.js", external: ["vscode"], sourcemap: "inline" });
} else {
  await build({ ...common, entryPoints: ["src/extension.ts"], outfile: "dist/extension.js", external: ["vscode"], minify: true });
}
