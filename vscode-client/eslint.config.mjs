import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["dist/", "out/", "node_modules/", "media/"] },
  ...tseslint.configs.recommendedTypeChecked.map((config) => ({ ...config, files: ["**/*.ts"] })),
  {
    files: ["**/*.ts"],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      "no-console": "error",
      eqeqeq: "error",
      "max-lines": ["error", { max: 350, skipBlankLines: true }],
      "max-lines-per-function": ["error", { max: 70 }],
    },
  },
  { files: ["test/**/*.ts"], rules: { "@typescript-eslint/no-floating-promises": "off", "max-lines-per-function": "off" } },
  {
    // What needs no editor must not come to need one: it is tested without.
    files: ["src/text/**/*.ts"],
    rules: { "no-restricted-imports": ["error", { paths: ["vscode", "vscode-languageclient"], patterns: ["node:*"] }] },
  },
);
