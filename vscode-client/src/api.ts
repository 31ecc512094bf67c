/**
 * The server's commands: arguments and answers as docs/protocol.md has them. Fields that this client
 * does not use are left out; answers may have more.
 */

import type { PatternsAnswer } from "./text/patterns";

export interface Position { line: number; character: number }
export interface Range { start: Position; end: Position }
export interface Location { uri: string; range: Range }

export interface SymbolShape {
  name: string;
  qualifiedName: string;
  kind: string;
  uri: string;
  range: Range;
  selectionRange: Range;
  language: string;
  container: string | null;
}

/** A name, a dotted tail, `path::name`, or a place. */
export type SymbolName = string | { uri: string; position: Position };

export interface Freshness {
  state: "fresh" | "indexing" | "stale";
  indexedFiles: number;
  totalFiles: number;
  documents: Record<string, number>;
  staleFiles?: string[];
}

export interface Item { text: string; range: Range }

export interface Signals {
  calls: { internal: Item[]; external: Item[] };
  attributeReads: Item[];
  attributeWrites: Item[];
  subscripts: Item[];
  parametersUsed: Item[];
  raises: Item[];
  handles: Item[];
  hasLoop: boolean;
  hasConditional: boolean;
  hasTry: boolean;
  isAsync: boolean;
  lineCount: number;
}

export interface Evidence {
  type: string;
  detail: string;
  uri: string;
  range: Range;
  line: number;
  text: string;
  sha256: string;
  polarity: "supports" | "contradicts";
  relevance: number;
}

export type MemoryType = "code" | "decision" | "lesson" | "error" | "conversation";

export interface SearchArgument {
  query: string;
  mode?: string;
  limit?: number;
  minRelevance?: number;
  languages?: string[];
  paths?: string[];
  includeTags?: string[];
  excludeTags?: string[];
  calls?: string[];
  accesses?: string[];
  subscripts?: string[];
  memoryTypes?: MemoryType[];
  rerank?: boolean;
}

export interface SearchResult {
  symbol: SymbolShape | null;
  uri: string | null;
  range: Range | null;
  snippet: string;
  score: number;
  tags: string[];
  memoryType: MemoryType;
  /** Where it passes the filters that ask what code does. */
  matched?: { filter: string; asked: string; text: string; range: Range }[];
  /** Of a result from the memory. */
  id?: string;
  timestamp?: string;
}

export interface SearchAnswer { results: SearchResult[]; notes?: string[]; freshness: Freshness }

export type Status = "SUPPORTED" | "CONTRADICTED" | "NOT_SUPPORTED" | "INCONCLUSIVE" | "SUBJECT_NOT_FOUND";

export interface VerifyAnswer {
  status: Status;
  confidence: number;
  parsed: { subject: string | null; predicate: string | null; negated: boolean; kind: string | null };
  subject: (Partial<SymbolShape> & { found: boolean; candidates?: SymbolShape[]; suggestions?: string[] }) | null;
  evidence: Evidence[];
  /** What is done by functions that the subject calls, of what it does not do itself. */
  oneCallAway?: { symbol: SymbolShape; calledAtLine: number; evidence: Evidence[] }[];
  /** Lines that speak of a claim which is left open; they prove nothing. */
  toRead?: { uri: string; range: Range; line: number; text: string }[];
  searched: unknown[];
  summary: string;
  freshness: Freshness;
}

export interface Ambiguous { symbol: null; candidates: SymbolShape[]; freshness: Freshness }

export interface Entity {
  symbol: SymbolShape;
  relation: "requested" | "helper" | "dependency";
  via: string | SymbolShape | null;
  depth: number;
  text: string;
}

export interface ImplementationAnswer {
  symbol?: null;
  candidates?: SymbolShape[];
  entities: Entity[];
  omitted: { symbol: SymbolShape; reason: string }[];
  tokens: number;
  freshness: Freshness;
}

export interface Relation {
  symbol: SymbolShape | null;
  /** As it is called, where `symbol` is null: a name of a library, or one that could be several. */
  name?: string;
  candidates?: string[];
  /** True if no call is written: a property that is read, an operator, a callback. */
  implicit?: boolean;
  sites: Location[];
  resolution: string;
  depth: number;
}

/** Where a definition is named and not called, or where it may be what is called. */
export interface Mention {
  symbol: SymbolShape;
  name: string;
  sites: Location[];
}

export interface RelationshipsAnswer {
  symbol: SymbolShape | null;
  candidates?: SymbolShape[];
  callers: Relation[];
  callees: Relation[];
  mentions?: Mention[];
  /** Calls of its name on what is not known. */
  possible?: Mention[];
  /** False if not every call that might have been meant was looked at: for lack of time, or before all is linked. */
  complete?: boolean;
  /** Why nothing is known, if nothing is: in some languages calls are not read. */
  notes?: string[];
  freshness: Freshness;
}

export interface Change {
  symbol: SymbolShape;
  kind: "added" | "removed" | "changed" | "moved";
  /** What it was before the edit, if it is still there. */
  before?: { name: string; qualifiedName: string; uri: string; range: Range };
  signals?: { added: unknown; removed: unknown };
  signature?: { before: string | null; after: string | null } | null;
  /** What changed, in words that have the definition as their subject. */
  effects?: { kind: string; text: string; range?: Range; before?: QuotedLine; after?: QuotedLine }[];
  callers: { symbol: SymbolShape; sites: Location[]; resolution?: string; reason: string }[];
  /** Names in imports of other files that find nothing now. */
  imports?: (Location & { line: number; text: string })[];
  /** Where its old name is still written without a call. */
  mentions?: { symbol: SymbolShape; sites: Location[] }[];
  contradicts: string[];
}

/** A place with its line, counted from 1. */
export interface QuotedLine { range: Range; line: number; text: string }

/** How far transcripts are read, while they are read for the first time. */
export interface ReadSoFar { files: number; totalFiles: number; bytes: number; totalBytes: number }

export interface ImpactAnswer {
  changes: Change[];
  /** False if not every file and caller could be looked at. */
  complete?: boolean;
  /** In which languages effects are not known. */
  notes?: string[];
  freshness: Freshness;
}

export interface StatusAnswer {
  version: string;
  workspace: string | null;
  state: string;
  files?: { indexed: number; total: number; failed: { uri: string; problem: string }[]; failedByReason?: Record<string, number> };
  chunks?: number;
  symbols?: number;
  edges?: Record<string, number>;
  /** Of how many files the edges have been counted. */
  edgesCounted?: { files: number; of: number };
  languages?: Record<string, number>;
  embedder?: string | null;
  reranker?: unknown;
  storage?: { uri: string | null; bytes: number | null; versions: unknown; role: "writer" | "reader" };
  memory?: Record<string, number>;
  notes?: string[];
  folders?: StatusAnswer[];
  freshness?: Freshness;
}

export interface AuditAnswer {
  files: number;
  differences: { uri: string; table: string; missing: unknown; extra: unknown }[];
  seconds: number;
}

/** What ties a record to a definition, where it was last seen. */
export interface Anchor { symbol: string; kind: string; uri: string | null; file: string | null; line: number; lost: boolean }

/** A diagnostic of another server, as LSP has it. */
export interface ReportedDiagnostic { message: string; severity: number; source?: string; code?: string | number; range: Range }

export type Source = "user" | "agent" | "capture";

/** Any record of the memory; which more fields it has depends on its type. */
export interface RecordShape {
  id: string;
  timestamp: string;
  branch?: string | null;
  source?: Source;
  sessionId?: string | null;
  tags?: string[];
  anchors?: Anchor[];
}

export interface SessionShape extends RecordShape {
  description: string;
  endTime: string | null;
  isActive: boolean;
  duration: number;
  success: boolean | null;
  summary: string | null;
  filesTouched: string[];
  counts: Record<string, number>;
}

/** `codewitness.session.status` when none is under way. */
export interface NoSession { id: null; isActive: false }

export interface ChangeRecord extends RecordShape { action: string; reason: string; file: string | null; effects: string[] }

export interface ErrorRecord extends RecordShape {
  errorType: string;
  message: string;
  stackTrace?: string | null;
  solution?: string | null;
  candidateSolution?: string | null;
  reopenedAt?: string | null;
  candidate?: boolean;
  frequency?: number;
  resolved?: boolean;
  uri?: string | null;
  lineNumber?: number | null;
  sessions?: string[];
  known?: boolean;
  similar?: FoundError[];
}

export interface FoundError { error: ErrorRecord; score: number; why: string[] | string }

export type Standing = "holds" | "contradicted" | "unknown";

export interface ClaimRecord { text: string; readAs?: string; why?: string; verdict: string | null; standing: Standing }

export interface DecisionRecord extends RecordShape {
  decision: string;
  rationale: string;
  alternatives?: string[];
  impact?: string | null;
  confidence?: number | null;
  claims?: ClaimRecord[];
  standing?: Standing;
  supersededBy?: string | null;
  supersededReason?: string | null;
}

export interface ConversationShape {
  sessionId: string;
  project: string;
  timestamp: string;
  summary: string;
  completed?: string[];
  pending?: string[];
  messageCount?: number;
  score?: number;
  matchedTodos?: string[];
  matches?: { text: string; status: string; message: number | null }[];
}

export interface Chapter {
  title: string;
  messageRange: [number, number];
  completedAt: string | null;
  messageCount: number;
  files: string[];
  symbols: unknown[];
}

export interface ChaptersAnswer {
  sessionId: string;
  chapters: Chapter[];
  pendingWork: { title: string; startedAt: string | null; status: string }[];
}

export interface Message { role: string; content: string; timestamp: string | null }

export interface ContextAnswer {
  sessionId: string;
  messageRange: [number, number];
  messages: Message[];
  totalMessages: number;
  canExpandBefore: boolean;
  canExpandAfter: boolean;
}

/** A record of a definition in one line; of a lesson all of its text, too. */
export interface RememberedRecord { id: string; type: string; text: string; timestamp?: string; lesson?: string }

/** Argument and answer of each command. */
export interface Commands {
  "codewitness.search": [SearchArgument, SearchAnswer];
  "codewitness.verify": [{ claim: string }, VerifyAnswer];
  "codewitness.getImplementation": [{ symbol: SymbolName; scope?: string; depth?: number; limit?: number; maxTokens?: number }, ImplementationAnswer];
  "codewitness.relationships": [{ symbol: SymbolName; relationship?: string; depth?: number; minResolution?: string }, RelationshipsAnswer];
  "codewitness.lens.callers": [{ symbol: SymbolName }, RelationshipsAnswer & { message: string }];
  "codewitness.signals": [{ symbol: SymbolName }, { symbol: SymbolShape | null; candidates?: SymbolShape[]; signals: Signals | null; tags: string[]; freshness: Freshness }];
  "codewitness.impact": [{ uri?: string; against?: "saved" | "head" }, ImpactAnswer];
  "codewitness.status": [Record<string, never>, StatusAnswer];
  "codewitness.waitForFresh": [{ timeoutMs?: number }, { fresh: boolean; freshness: Freshness }];
  "codewitness.reindex": [{ paths?: string[] }, { files: number; chunks: number; seconds: number }];
  "codewitness.audit": [{ sample?: number }, AuditAnswer];
  "codewitness.session.start": [{ description: string; tags?: string[]; source?: Source }, SessionShape];
  "codewitness.session.end": [{ sessionId?: string; success?: boolean; summary?: string }, SessionShape];
  "codewitness.session.status": [{ sessionId?: string }, SessionShape | NoSession];
  "codewitness.session.resume": [{ sessionId: string }, SessionShape];
  "codewitness.session.list": [{ limit?: number; since?: string }, { sessions: SessionShape[] }];
  "codewitness.session.trackFileChange": [{ uri: string; action: string; reason: string; diff?: string; lineRange?: [number, number]; source?: Source }, ChangeRecord];
  "codewitness.session.recordError": [{ errorType?: string; message?: string; stackTrace?: string; uri?: string; lineNumber?: number; solution?: string; tags?: string[]; source?: Source }, ErrorRecord];
  "codewitness.session.resolveError": [{ errorId: string; solution?: string }, ErrorRecord];
  "codewitness.session.reportDiagnostics": [{ uri: string; diagnostics: ReportedDiagnostic[]; source?: Source }, { recorded: ErrorRecord[]; mended: ErrorRecord[] }];
  "codewitness.session.recordDecision": [{ decision: string; rationale: string; alternatives?: string[]; impact?: string; tags?: string[]; relatedFiles?: string[]; symbols?: SymbolName[]; confidence?: number; claims?: string[]; source?: Source }, DecisionRecord];
  "codewitness.session.updateDecision": [{ decisionId: string; supersededReason?: string; claims?: string[]; source?: Source }, DecisionRecord];
  "codewitness.lens.remembered": [{ symbol: SymbolName }, { records: RememberedRecord[]; message: string; freshness: Freshness }];
  "codewitness.session.recordLesson": [{ lesson: string; tags?: string[]; symbols?: SymbolName[]; source?: Source }, RecordShape];
  "codewitness.session.searchErrors": [{ query?: string; errorType?: string; stackTrace?: string; symbol?: SymbolName; resolved?: boolean; limit?: number }, { results: FoundError[]; freshness: Freshness }];
  "codewitness.session.decisions": [{ symbol?: SymbolName; uri?: string; query?: string; standing?: Standing }, { decisions: DecisionRecord[]; freshness: Freshness }];
  "codewitness.session.projectContext": [{ focus?: string; level?: string; maxTokens?: number }, { markdown: string; tokens: number }];
  "codewitness.session.analyzePatterns": [{ since?: string; limit?: number }, PatternsAnswer];
  "codewitness.memory.export": [{ path: string }, { path: string; total: number }];
  "codewitness.memory.import": [{ path: string }, { added: Record<string, number>; updated: number; unchanged: number; total: number }];
  "codewitness.memory.delete": [{ ids: string[] }, { total: number }];
  "codewitness.conversations.list": [{ limit?: number; project?: string; since?: string; until?: string }, { conversations: ConversationShape[]; reading?: ReadSoFar }];
  "codewitness.conversations.search": [{ query: string; limit?: number }, { results: ConversationShape[]; reading?: ReadSoFar }];
  "codewitness.conversations.chapters": [{ sessionId: string }, ChaptersAnswer];
  "codewitness.conversations.context": [{ sessionId: string; start: number; end: number; expand?: number }, ContextAnswer];
}

export type CommandName = keyof Commands;
