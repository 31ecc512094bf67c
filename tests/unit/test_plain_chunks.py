"""Files that are not read in depth: what is found in each language, and in texts by heading."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tree_sitter import Query

from codewitness.model.facts import ChunkKind, FileFacts, Kind
from codewitness.model.text import Text
from codewitness.syntax.chunk import MAX_CHUNK_BYTES
from codewitness.syntax.extract import analyse
from codewitness.syntax.node_chunks import MAX_NAME
from codewitness.syntax.queries_loader import query
from codewitness.syntax.registry import GENERIC, TEXT

# By grammar: a text, and the qualified names of its definitions in source order.
SAMPLES: dict[str, tuple[str, str]] = {
    "bash": (
        """\
#!/bin/bash
set -e
build_all() {
  make all
}
function deploy {
  echo deploying
}
build_all && deploy
""",
        "build_all | deploy",
    ),
    "lua": (
        """\
local M = {}

function M.greet(name)
  return "hi " .. name
end

function M:walk() return self end

local function helper(x) return x end

M.run = function(a) return a end
local twice = function(a) return a * 2 end

M.show = M.later(function(a) return a end)
local squares = map(function(a) return a * a end, M)
M.range = {
  to_line = function(a) return a end,
  first = 1,
}
M.setup = setmetatable({ once = function() end }, { __call = function() end })
local limits = { most = 3 }

local function inside(xs)
  local found = filter(function(x) return x end, xs)
  return { found = found, next = function() end }
end

return M
""",
        "M.greet | M.walk | helper | M.run | twice | M.show | squares | M.range | M.range.to_line"
        " | M.setup | M.setup.once | M.setup.__call | inside",
    ),
    "php": (
        """\
<?php
namespace App\\Shop;

use App\\Base;

function total(array $items): int {
    return array_sum($items);
}

interface Sellable { public function price(): int; }
trait Loggable { protected function log(string $m): void { echo $m; } }
enum Suit: string { case Hearts = 'H'; public function label(): string { return 'x'; } }

class Cart extends Base
{
    private $items = [];

    public function __construct() {}

    public function add(string $item): void
    {
        $this->items[] = $item;
    }
}
$cart = new Cart();
""",
        "total | Sellable | Sellable.price | Loggable | Loggable.log | Suit | Suit.label | "
        "Cart | Cart.__construct | Cart.add",
    ),
    "scala": (
        """\
package shop

import scala.util.Try

trait Animal { def name: String }

object Main extends App {
  def run(x: Int): Int = x + 1
  val limit = 3
}

class Dog(val name: String) extends Animal {
  def bark(): String = "woof"
}

case class Point(x: Int, y: Int)

enum Color { case Red, Green }
""",
        "Animal | Animal.name | Main | Main.run | Dog | Dog.bark | Point | Color",
    ),
    "haskell": (
        """\
module Shop.Cart where

import Data.List

data Item = Item { name :: String, price :: Int }

class Priced a where
  cost :: a -> Int

instance Priced Item where
  cost = price

type Cart = [Item]

newtype Wrap = Wrap Int

total :: Cart -> Int
total [] = 0
total (x:xs) = cost x + total xs

-- | The cart with one more
add :: Item  -- ^ What is added
    -> Cart  -- ^ To what
    -> Cart  -- ^ The new one
add item cart = item : cart
{-# INLINE add #-}

main = print (total [])
""",
        "Item | Priced | Priced.cost | Priced.Item | Priced.Item.cost | Cart | Wrap | total | add"
        " | main",
    ),
    "elixir": (
        """\
defmodule Shop.Cart do
  @moduledoc "A cart"

  def add(cart, item) do
    [item | cart]
  end

  defp total(items) when is_list(items), do: Enum.sum(items)

  defmacro trace(x) do
    x
  end

  def empty, do: []
end

defprotocol Size do
  def size(data)
end
""",
        "Shop.Cart | Shop.Cart.add | Shop.Cart.total | Shop.Cart.trace | Shop.Cart.empty | "
        "Size | Size.size",
    ),
    "erlang": (
        """\
-module(cart).
-export([total/1, add/2]).

-record(item, {name, price}).
-define(LIMIT, 10).
-type cart() :: list().

total([]) -> 0;
total([H | T]) -> H + total(T).

add(Item, Cart) ->
    [Item | Cart].
""",
        "item | LIMIT | cart | total | add",
    ),
    "clojure": (
        """\
(ns shop.cart
  (:require [clojure.string :as str]))

(def limit 10)

(defn total
  "Sum of prices."
  [items]
  (reduce + items))

(defn- helper [x] x)

(defmacro unless [c & body] `(if ~c nil (do ~@body)))

(defprotocol Priced (price [this]))

(defrecord Item [name price]
  Priced
  (price [this] 1))

(defmulti area :shape)
(defmethod area :square [s] 1)
""",
        "limit | total | helper | unless | Priced | Item | area | area",
    ),
    "dart": (
        """\
import 'dart:io';

int twice(int x) {
  return x * 2;
}

enum Level { low, high }

mixin Walker {
  void walk() {}
}

extension Shout on String {
  String shout() => toUpperCase();
}

class Dog extends Animal {
  final String name;
  Dog(this.name);
  Dog.named(this.name);
  void bark() {
    print(name);
  }
  int get age => 3;
}
""",
        "twice | Level | Walker | Walker.walk | Shout | Shout.shout | Dog | Dog.Dog | Dog.Dog"
        " | Dog.bark | Dog.age",
    ),
    "perl": (
        """\
package Shop::Cart;
use strict;

sub new {
    my ($class) = @_;
    return bless {}, $class;
}

sub add { my $self = shift; push @{$self->{items}}, @_; }

package Other;
sub helper { 1 }
1;
""",
        "Shop.Cart | Shop.Cart.new | Shop.Cart.add | Other | Other.helper",
    ),
    "r": (
        """\
library(stats)

total <- function(items) {
  sum(items)
}

scale_up = function(x, by) x * by

setClass("Person", representation(name = "character"))
Stack <- R6Class("Stack", public = list(
  push = function(x) {
    x
  }
))
""",
        "total | scale_up | Person | Stack | Stack.push",
    ),
    "julia": (
        """\
module Shop

struct Point
    x::Int
end

abstract type Animal end
mutable struct Cart
    items
end

function total(c::Cart)
    sum(c.items)
end

function Base.show(io::IO, c::Cart)
    print(io, "cart")
end

function typed(x::T)::Int where {T}
    x
end

square(x) = x * x

macro twice(e)
    e
end
end
""",
        "Shop | Shop.Point | Shop.Animal | Shop.Cart | Shop.total | Shop.Base.show | "
        "Shop.typed | Shop.square | Shop.twice",
    ),
    "zig": (
        """\
const std = @import("std");

pub const Point = struct {
    x: i32,
    y: i32,

    pub fn length(self: Point) i32 {
        return self.x + self.y;
    }
};

const Mode = enum { fast, slow };

pub fn main() !void {
    std.debug.print("hi", .{});
}

test "adds up" {
    try std.testing.expect(true);
}
""",
        "Point | Point.length | Mode | main | adds up",
    ),
    "ocaml": (
        """\
open Printf

type point = { x : int; y : int }

let add a b = a + b

let rec fact n = if n = 0 then 1 else n * fact (n - 1)

module Cart = struct
  type t = int list
  let empty = []
  let total items = List.fold_left (+) 0 items
end

module type SHAPE = sig
  val area : float -> float
end

class counter = object
  val mutable n = 0
  method incr = n <- n + 1
end

exception Bad of string
external sys_exit : int -> 'a = "caml_sys_exit"
""",
        "point | add | fact | Cart | Cart.t | Cart.empty | Cart.total | SHAPE | SHAPE.area | "
        "counter | counter.incr | Bad | sys_exit",
    ),
    "ocaml_interface": (
        """\
type point = { x : int; y : int }
val add : int -> int -> int
module Cart : sig
  type t
  val empty : t
end
exception Bad of string
""",
        "point | add | Cart | Cart.t | Cart.empty | Bad",
    ),
    "nim": (
        """\
import strutils

type
  Point = object
    x, y: int
  Animal = ref object of RootObj

proc total(items: seq[int]): int =
  for i in items:
    result += i

func twice*(x: int): int = x * 2

method speak(a: Animal) = echo "hi"

template unless(c, body: untyped) =
  if not c: body

iterator countTo(n: int): int =
  yield n
""",
        "Point | Animal | total | twice | speak | unless | countTo",
    ),
    "d": (
        """\
module shop;
import std.stdio;

struct Point { int x; int length() { return x; } }
class Cart { void add(int x) { } }
interface Priced { int price(); }
enum Color { red, green }
int twice(int x) { return x * 2; }
template Max(T) { T max(T a, T b) { return a; } }
""",
        "Point | Point.length | Cart | Cart.add | Priced | Priced.price | Color | twice | Max"
        " | Max.max",
    ),
    "groovy": (
        """\
package shop

import groovy.json.JsonSlurper

class Cart {
    List items = []

    def add(String item) {
        items << item
    }

    int total() {
        return items.size()
    }
}

interface Priced { int price() }

def helper(x) {
    return x
}

task buildDocs {
    println "docs"
}
""",
        "Cart | Cart.add | Cart.total | Priced | helper | buildDocs",
    ),
    "elm": (
        """\
module Main exposing (main)

import Html exposing (text)

type alias Model = { count : Int }

type Msg
    = Increment
    | Decrement

update : Msg -> Model -> Model
update msg model =
    case msg of
        Increment ->
            { model | count = model.count + 1 }
        Decrement ->
            model

port save : String -> Cmd msg

main =
    text "hi"
""",
        "Model | Msg | update | save | main",
    ),
    "fsharp": (
        """\
module Shop

open System

type Point = { X: int; Y: int }

type Shape =
    | Circle of float
    | Square of float

type Cart(items: int list) =
    member this.Total() = List.sum items
    static member Empty = Cart([])

let add a b = a + b

let rec fact n =
    if n = 0 then 1 else n * fact (n - 1)

module Inner =
    let helper x = x + 1
""",
        "Shop | Shop.Point | Shop.Shape | Shop.Cart | Shop.Cart.Total | Shop.Cart.Empty | "
        "Shop.add | Shop.fact | Shop.Inner | Shop.Inner.helper",
    ),
    "solidity": (
        """\
pragma solidity ^0.8.0;

interface IToken { function supply() external view returns (uint); }

library Maths { function twice(uint x) internal pure returns (uint) { return x * 2; } }

contract Token is IToken {
    struct Account { uint balance; }
    enum State { Open, Closed }
    event Moved(address to);
    error Broke(uint need);
    modifier onlyOwner() { _; }
    constructor() { }
    function move(address to, uint amount) public onlyOwner {
        emit Moved(to);
    }
}
""",
        "IToken | IToken.supply | Maths | Maths.twice | Token | Token.Account | Token.State |"
        " Token.Moved | Token.Broke | Token.onlyOwner | Token.constructor | Token.move",
    ),
    "sql": (
        """\
CREATE TABLE shop.items (
  id INT PRIMARY KEY,
  name TEXT
);

CREATE VIEW cheap AS SELECT * FROM items WHERE id < 3;

CREATE OR REPLACE FUNCTION total(a INT) RETURNS INT AS $$
  SELECT 1;
$$ LANGUAGE sql;

CREATE INDEX items_by_name ON items (name);
CREATE TYPE mood AS ENUM ('sad', 'ok');
CREATE MATERIALIZED VIEW dear AS SELECT 1;
INSERT INTO items VALUES (1, 'x');
""",
        "shop.items | cheap | total | items_by_name | mood | dear",
    ),
    "html": (
        """\
<!DOCTYPE html>
<html>
<head><title>Shop</title></head>
<body>
<section id="intro"><h1>Welcome</h1><p>Some words here.</p></section>
<div id="cart"><h2>Cart</h2><p>Empty.</p></div>
<script>function go() { return 1; }</script>
</body>
</html>
""",
        "intro | cart | script",
    ),
    "css": (
        """\
@import url("x.css");

.card, .panel { color: red; }

#main > p:hover { margin: 0; }

@media (max-width: 600px) {
  .card { color: blue; }
}

@keyframes spin { from { top: 0; } to { top: 1px; } }
""",
        ".card, .panel | #main > p:hover | (max-width: 600px) | (max-width: 600px)..card | spin",
    ),
    "scss": (
        """\
$gap: 4px;

@mixin rounded($r) { border-radius: $r; }

@function double($x) { @return $x * 2; }

.card {
  color: red;
  .title { color: blue; }
  &:hover { color: green; }
}
""",
        "rounded | double | .card | .card..title | .card.&:hover",
    ),
    "vue": (
        """\
<template>
  <div class="app">{{ message }}</div>
</template>

<script>
export default {
  name: "App",
  methods: { go() { return 1; } }
}
</script>

<style scoped>
.app { color: red; }
</style>
""",
        "template | script | style",
    ),
    "svelte": (
        """\
<script>
  let count = 0;
  function increment() { count += 1; }
</script>

<style>
  button { color: red; }
</style>

<button on:click={increment}>Clicks: {count}</button>
""",
        "script | style",
    ),
    "proto": (
        """\
syntax = "proto3";
package shop;

message Item {
  string name = 1;
  message Inner { int32 x = 1; }
  enum Kind { A = 0; }
}

enum Color { RED = 0; }

service Shop {
  rpc Buy (Item) returns (Item);
  rpc Sell (Item) returns (stream Item) {}
}
""",
        "Item | Item.Inner | Item.Kind | Color | Shop | Shop.Buy | Shop.Sell",
    ),
    "graphql": (
        """\
type Query {
  item(id: ID!): Item
}

interface Node { id: ID! }
enum Color { RED GREEN }
input NewItem { name: String! }
union Thing = Item | Box
scalar Date
directive @auth on FIELD_DEFINITION
extend type Query { more: Int }

query GetItem($id: ID!) { item(id: $id) { name } }
mutation Buy { buy { name } }
fragment Parts on Item { name }
""",
        "Query | Node | Color | NewItem | Thing | Date | auth | Query | GetItem | Buy | Parts",
    ),
    "hcl": (
        """\
terraform {
  required_version = ">= 1.0"
}

variable "region" {
  default = "eu"
}

resource "aws_instance" "web" {
  ami = "x"
  lifecycle {
    create_before_destroy = true
  }
}

module "net" {
  source = "./net"
}

locals {
  a = 1
}
""",
        "terraform | variable.region | resource.aws_instance.web | module.net | locals",
    ),
    "powershell": (
        """\
param($x)

function Get-Total {
    param([int[]]$Items)
    ($Items | Measure-Object -Sum).Sum
}

filter Skip-Odd { if ($_ % 2 -eq 0) { $_ } }

class Cart {
    [int] $n
    Cart() { $this.n = 0 }
    [int] Total() { return $this.n }
}

enum Color { Red; Green }

Get-Total 1,2
""",
        "Get-Total | Skip-Odd | Cart | Cart.Cart | Cart.Total | Color",
    ),
    "vim": (
        """\
let g:shop = 1

function! shop#total(items) abort
  return 1
endfunction

function s:helper()
  echo "hi"
endfunction

command! ShopTotal call shop#total([])
""",
        "shop#total | s:helper | ShopTotal",
    ),
    "fortran": (
        """\
module shop
  implicit none
  type :: point
    integer :: x
  end type point
contains
  subroutine greet(name)
    character(*) :: name
    print *, name
  end subroutine greet
  integer function twice(x)
    integer :: x
    twice = x * 2
  end function twice
end module shop

program main
  call greet("x")
end program main
""",
        "shop | shop.point | shop.greet | shop.twice | main",
    ),
    "pascal": (
        """\
unit Shop;
interface
type
  TCart = class
    procedure Add(x: Integer);
    function Total: Integer;
  end;
implementation
procedure TCart.Add(x: Integer);
begin
  x := 1;
end;
function TCart.Total: Integer;
begin
  Result := 1;
end;
procedure Helper;
begin
end;
end.
""",
        "TCart | TCart.Add | TCart.Total | TCart.Add | TCart.Total | Helper",
    ),
    "ada": (
        """\
package body Shop is
   type Point is record
      X : Integer;
   end record;
   procedure Greet (Name : String) is
   begin
      Put_Line (Name);
   end Greet;
   function Twice (X : Integer) return Integer is
   begin
      return X * 2;
   end Twice;
end Shop;
""",
        "Shop | Shop.Point | Shop.Greet | Shop.Twice",
    ),
    "commonlisp": (
        """\
(defpackage :shop (:use :cl))
(in-package :shop)
(defun total (items) (reduce #'+ items))
(defmacro unless2 (c &body b) `(if ,c nil ,@b))
(defclass cart () ((items :initform nil)))
(defmethod add ((c cart) x) x)
(defvar *limit* 10)
(defstruct point x y)
""",
        "total | unless2 | cart | add | *limit* | point",
    ),
    "scheme": (
        """\
(import (scheme base))
(define (total items) (apply + items))
(define limit 10)
(define twice (lambda (x) (* x 2)))
(define-record-type point (make-point x) point? (x px))
(define-syntax swap! (syntax-rules () ((_ a b) a)))
""",
        "total | limit | twice | point | swap!",
    ),
    "racket": (
        """\
#lang racket
(define (total items) (apply + items))
(define limit 10)
(struct point (x y))
(define-syntax-rule (swap a b) a)
""",
        "total | limit | point | swap",
    ),
    "elisp": (
        """\
(require 'cl-lib)
(defun shop-total (items) "Sum." (apply #'+ items))
(defvar shop-limit 10)
(defcustom shop-name "x" "Name." :type 'string)
(defmacro shop-with (x) x)
(cl-defun shop-add (x &key y) x)
(define-minor-mode shop-mode "Mode.")
""",
        "shop-total | shop-limit | shop-name | shop-with | shop-add | shop-mode",
    ),
    "cuda": (
        """\
#include <cuda.h>
struct Point { int x; };
class Cart { public: int total() { return 1; } };
__global__ void add(int *a, int *b) {
  a[0] = b[0];
}
namespace shop { int twice(int x) { return x * 2; } }
""",
        "Point | Cart | Cart.total | add | shop | shop.twice",
    ),
    "glsl": (
        """\
#version 330
struct Light { vec3 pos; };
vec3 shade(vec3 n) { return n; }
void main() { gl_FragColor = vec4(1.0); }
""",
        "Light | shade | main",
    ),
    "hlsl": (
        """\
struct Input { float4 pos : POSITION; };
cbuffer Frame { float4x4 view; };
float4 main(Input i) : SV_Target { return i.pos; }
""",
        "Input | Frame | main",
    ),
    "wgsl": (
        """\
struct Light { pos: vec3<f32>, }
fn shade(n: vec3<f32>) -> vec3<f32> { return n; }
@fragment
fn main() -> @location(0) vec4<f32> { return vec4<f32>(1.0); }
""",
        "Light | shade | main",
    ),
    "verilog": (
        """\
module counter(input clk, output reg [3:0] q);
  always @(posedge clk) q <= q + 1;
  function [3:0] twice;
    input [3:0] x;
    twice = x * 2;
  endfunction
  task reset_all;
    q = 0;
  endtask
endmodule

interface bus_if; logic x; endinterface
package shop_pkg; parameter N = 3; endpackage
class Packet; function int size(); return 1; endfunction endclass
""",
        "counter | counter.twice | counter.reset_all | bus_if | shop_pkg | Packet | Packet.size",
    ),
    "vhdl": (
        """\
library ieee;

entity counter is
  port (clk : in bit; q : out integer);
end entity counter;

architecture rtl of counter is
begin
  tick : process(clk)
  begin
    q <= 1;
  end process;
end architecture rtl;

package shop is
  function twice(x : integer) return integer;
end package;

package body shop is
  function twice(x : integer) return integer is
  begin
    return x * 2;
  end function;
end package body;
""",
        "counter | rtl | rtl.tick | shop | shop.twice | shop | shop.twice",
    ),
    "make": (
        """\
CC = gcc
OBJS := a.o b.o

all: $(OBJS)
\t$(CC) -o app $(OBJS)

.PHONY: all clean
clean:
\trm -f *.o

%.o: %.c
\t$(CC) -c $<

define greet
echo hi
endef
""",
        "all | clean | %.o | greet",
    ),
    "cmake": (
        """\
cmake_minimum_required(VERSION 3.10)
project(shop)

function(add_thing name)
  message(STATUS ${name})
endfunction()

macro(do_it)
  message("x")
endmacro()

add_executable(app main.c)
add_library(core STATIC core.c)
""",
        "add_thing | do_it | app | core",
    ),
    "dockerfile": (
        """\
ARG VERSION=1
FROM golang:1.20 AS build
WORKDIR /src
RUN go build ./...

FROM alpine:3
COPY --from=build /src/app /app
CMD ["/app"]
""",
        "build | alpine:3",
    ),
    "nix": (
        """\
{ pkgs, lib }:

let
  helper = x: x + 1;
  name = "shop";
in {
  inherit name;
  package = pkgs.stdenv.mkDerivation {
    pname = "shop";
    buildPhase = "make all the things in the shop";
  };
  twice = x: y: x * 2;
}
""",
        "helper | package | twice",
    ),
    "gleam": (
        """\
import gleam/io

pub type Item {
  Item(name: String, price: Int)
}

pub type Alias = List(Item)

pub const limit = 3

pub fn total(items: List(Item)) -> Int {
  0
}

fn helper(x) { x }
""",
        "Item | Alias | limit | total | helper",
    ),
    "odin": (
        """\
package shop
import "core:fmt"
Point :: struct { x: int }
Color :: enum { Red, Green }
twice :: proc(x: int) -> int { return x * 2 }
LIMIT :: 10
""",
        "Point | Color | twice",
    ),
    "tcl": (
        """\
package require Tcl 8.5
proc total {items} {
  return 1
}
namespace eval shop {
  proc add {x} { return $x }
}
""",
        "total | shop | shop.add",
    ),
    "thrift": (
        """\
namespace py shop
struct Item { 1: string name }
enum Color { RED = 1 }
exception Bad { 1: string why }
service Shop { Item buy(1: string name), void sell(1: Item item) }
""",
        "Item | Color | Bad | Shop | Shop.buy | Shop.sell",
    ),
}
SAMPLES["terraform"] = SAMPLES["hcl"]

TEXTS = {
    "README.md": (
        "---\ntitle: x\n---\n# Shop\n\n## Install\n\n```sh\n# no heading\n```\n\n"
        "### Linux\n\nWords.\n"
    ),
    "a.rst": "=====\nTitle\n=====\n\nPart\n----\n\nWords.\n\nNext\n----\n\nMore.\n",
    "a.adoc": "= Shop\n\n== Install\n\n----\n== no heading\n----\n\n=== Linux\n\nWords.\n",
    "a.org": "* Shop\n** Install\n#+begin_src\n* no heading\n#+end_src\n* Next\n",
    "a.tex": "\\section{One}\nWords.\n\\subsection{Two}\nMore.\n",
    "a.toml": "a = 1\n[tool.x]\nb = [\n[1, 2],\n]\n[[items]]\nc = 1\n",
    "a.ini": "[one]\na = 1\n[two words]\nb = 2\n",
    "a.yaml": "one: 1\ntwo:\n  three: 3\n",
    "a.json": '{\n  "one": {"x": 1},\n  "two": 2\n}\n',
    "a.txt": "Some words.\n\nMore words.\n",
}


def read(path: str, text: str | bytes) -> FileFacts:
    analysis = analyse(path, Text(text.encode() if isinstance(text, str) else text))
    assert analysis is not None
    return analysis.facts


def sample_path(grammar: str) -> str:
    return f"a.{GENERIC[grammar][0]}"


def check_invariants(facts: FileFacts, raw: bytes) -> None:
    """What holds of any text, however broken."""
    seen = bytearray(len(raw))
    for chunk in facts.chunks:
        assert 0 <= chunk.span.start <= chunk.span.end <= len(raw)
        seen[chunk.span.start : chunk.span.end] = b"\1" * (chunk.span.end - chunk.span.start)
        assert chunk.name
        assert len(chunk.name) <= MAX_NAME
        assert len(chunk.name.splitlines()) == 1
        assert chunk.definition < len(facts.definitions)
    missed = [
        at for at, byte in enumerate(raw) if chr(byte).isalnum() and byte < 0x80 and not seen[at]
    ]
    assert not missed, raw[missed[0] : missed[0] + 40]
    ids = [chunk.id for chunk in facts.chunks]
    assert len(ids) == len(set(ids))
    for index, definition in enumerate(facts.definitions):
        assert 0 < len(definition.name) <= MAX_NAME
        assert len(definition.name.splitlines()) == 1
        assert definition.parent < index
        if definition.parent >= 0:
            assert facts.definitions[definition.parent].span.contains(definition.span)


def test_every_grammar_has_a_sample() -> None:
    assert set(SAMPLES) == set(GENERIC)


@pytest.mark.parametrize("grammar", GENERIC)
def test_queries_compile(grammar: str) -> None:
    compiled = query("generic", grammar, grammar)
    assert isinstance(compiled, Query)
    for index in range(compiled.capture_count):
        word = compiled.capture_name(index)
        if word.startswith("definition."):
            Kind(word.removeprefix("definition."))
        else:
            assert (
                word in {"name", "path", "lead", "tail", "open", "test", "comment"}
                or word[0] == "_"
            )


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.zig", 'pub fn run() void {}\ntest "run: it" {\n    run();\n}\n'),
        ("a.ex", 'defmodule A do\n  def run(x), do: x\n  test "it" do\n    run(1)\n  end\nend\n'),
        ("a.R", 'run <- function(x) x\ntest_that("it runs", { run(1) })\n'),
        ("a.clj", "(defn run [x] x)\n(deftest runs (is (run 1)))\n"),
        ("a.el", "(defun run (x) x)\n(ert-deftest runs () (should (run 1)))\n"),
    ],
)
def test_tests_beside_the_code_are_told_from_it(path: str, text: str) -> None:
    *_, code, test = read(path, text).definitions
    assert (code.name, code.is_test, test.is_test) == ("run", False, True)


@pytest.mark.parametrize("grammar", GENERIC)
def test_definitions_are_found(grammar: str) -> None:
    text, names = SAMPLES[grammar]
    facts = read(sample_path(grammar), text)
    assert [one.qualified_name for one in facts.definitions] == names.split(" | ")
    check_invariants(facts, text.encode())


@pytest.mark.parametrize("grammar", GENERIC)
def test_each_callable_has_a_chunk(grammar: str) -> None:
    facts = read(sample_path(grammar), SAMPLES[grammar][0])
    chunked = {chunk.definition for chunk in facts.chunks}
    for index, one in enumerate(facts.definitions):
        if one.kind.is_callable or one.kind.is_classlike:
            assert index in chunked, one.qualified_name


def test_class_has_a_skeleton_and_members_their_chunks() -> None:
    facts = read("a.php", SAMPLES["php"][0])
    by_name = {chunk.qualified_name: chunk for chunk in facts.chunks}
    cart, add = by_name["a.Cart"], by_name["a.Cart.add"]
    assert cart.kind is ChunkKind.CLASS
    assert "private $items" in cart.text
    assert "$this->items[]" not in cart.text
    assert (add.kind, add.parent) == (ChunkKind.METHOD, "Cart")
    assert "domain:function" in add.tags
    assert "domain:class" in cart.tags


def test_comments_above_belong_to_a_definition() -> None:
    facts = read(
        "a.lua",
        "x = 1 -- no\n-- First.\n-- Second.\nfunction f() end\n\n-- no\n\nfunction g() end\n",
    )
    f, g = facts.definitions
    assert f.docs == "-- First.\n-- Second."
    assert g.docs == ""
    assert facts.chunks[1].text.startswith("-- First.")


def test_signature_and_clauses_are_one_function() -> None:
    facts = read("a.hs", SAMPLES["haskell"][0])
    (total,) = [chunk for chunk in facts.chunks if chunk.name == "total"]
    assert total.text.startswith("total :: Cart -> Int")
    assert total.text.endswith("cost x + total xs")
    (add,) = [chunk for chunk in facts.chunks if chunk.name == "add"]
    assert add.text.startswith("-- | The cart with one more")  # whatever its arguments' comments
    assert add.text.endswith("item : cart")


def test_stage_reaches_to_the_next() -> None:
    facts = read("a.dockerfile", SAMPLES["dockerfile"][0])
    (build,) = [chunk for chunk in facts.chunks if chunk.name == "build"]
    assert build.text.startswith("FROM golang")
    assert build.text.endswith("RUN go build ./...")


def test_long_class_is_split() -> None:
    methods = "".join(f"  def m{i}(x: Int): Int = {{ x + {i} }}\n" for i in range(300))
    fields = "".join(f"  val f{i} = {i}\n" for i in range(400))
    text = f"class Big {{\n{methods}{fields}}}\n"
    facts = read("a.scala", text)
    check_invariants(facts, text.encode())
    assert sum(chunk.kind is ChunkKind.METHOD for chunk in facts.chunks) == 300
    assert all(len(chunk.text) <= MAX_CHUNK_BYTES + 400 for chunk in facts.chunks)
    assert sum(chunk.kind is ChunkKind.CLASS for chunk in facts.chunks) > 1


def test_what_is_not_understood_is_told() -> None:
    facts = read("a.php", "<?php\nfunction f( { \n}}} class\n")
    assert facts.problems
    assert not read("a.php", SAMPLES["php"][0]).problems


def test_long_names_are_cut() -> None:
    selector = ",\n".join(f".very-long-selector-{i}" for i in range(50))
    facts = read("a.css", f"{selector} {{ color: red; }}\n")
    assert len(facts.definitions[0].name) <= MAX_NAME
    check_invariants(facts, facts.chunks[0].text.encode())


@pytest.mark.parametrize("grammar", GENERIC)
@settings(max_examples=15, deadline=None, derandomize=True)
@given(data=st.data())
def test_broken_text_is_read(grammar: str, data: st.DataObject) -> None:
    raw = SAMPLES[grammar][0].encode() * data.draw(st.integers(1, 3))
    cuts = data.draw(st.lists(st.integers(0, len(raw)), min_size=2, max_size=6))
    a, b, *rest = sorted(cuts)
    raw = raw[:a] + raw[b:]
    for at in rest:
        raw = (
            raw[:at]
            + data.draw(st.sampled_from((b"{", b")", b'"', b"\r", b"\xc3\xa4", b"end\n")))
            + raw[at:]
        )
    check_invariants(read(sample_path(grammar), raw), raw)


@pytest.mark.parametrize("path", TEXTS)
@settings(max_examples=15, deadline=None, derandomize=True)
@given(data=st.data())
def test_broken_sections_are_read(path: str, data: st.DataObject) -> None:
    raw = TEXTS[path].encode() * data.draw(st.integers(1, 60))
    a, b = sorted(data.draw(st.tuples(st.integers(0, len(raw)), st.integers(0, len(raw)))))
    raw = raw[:a] + data.draw(st.sampled_from((b"", b"\r", b"\n\n", b"```\n"))) + raw[b:]
    check_invariants(read(path, raw), raw)


@pytest.mark.parametrize(
    ("path", "names"),
    [
        ("README.md", "README | README.Shop | README.Install | README.Install.Linux"),
        ("a.rst", "a.Title | a.Part | a.Next"),
        ("a.adoc", "a.Shop | a.Install | a.Install.Linux"),
        ("a.org", "a.Shop | a.Shop.Install | a.Next"),
        ("a.tex", "a.One | a.Two"),
        ("a.toml", "a | a.tool.x | a.items"),
        ("a.ini", "a.one | a.two words"),
        ("a.yaml", "a"),
        ("a.json", "a"),
        ("a.txt", "a"),
    ],
)
def test_sections(path: str, names: str) -> None:
    facts = read(path, TEXTS[path])
    assert [chunk.qualified_name for chunk in facts.chunks] == names.split(" | ")


def test_setext_headings() -> None:
    facts = read(
        "a.md", "One\n===\n\nWords.\n\nTwo\n---\n\n- item\n---\n\n| a |\n---\n\nTwo\nlines\n---\n"
    )
    assert [chunk.name for chunk in facts.chunks] == ["One", "Two"]


def test_titles_are_plain() -> None:
    facts = read("a.md", "# The `run` [command](x.md) ##\n\nWords.\n\n# **Bold**\n\nWords.\n")
    assert [chunk.name for chunk in facts.chunks] == ["The run command", "Bold"]


def test_long_sections_are_split_at_paragraphs() -> None:
    paragraph = "Some words of a paragraph. " * 20 + "\n\n"
    facts = read("a.md", "# One\n\n" + paragraph * 20)
    assert len(facts.chunks) > 1
    assert all(chunk.text.startswith(("# One", "Some words")) for chunk in facts.chunks)


@pytest.mark.parametrize("path", ["a.yaml", "a.json"])
def test_large_data_is_cut_at_its_keys(path: str) -> None:
    is_json = path.endswith("json")
    value = ", ".join(str(number) for number in range(300))
    keys = [f'  "key{i}": [{value}]' if is_json else f"key{i}: [{value}]" for i in range(12)]
    text = "{\n" + ",\n".join(keys) + "\n}\n" if is_json else "\n".join(keys) + "\n"
    facts = read(path, text)
    check_invariants(facts, text.encode())
    named = [chunk for chunk in facts.chunks if chunk.kind is ChunkKind.SECTION]
    assert len(named) > 3
    assert all(re.match(r'\s*"?key\d+"?:', chunk.text) for chunk in named)
    assert all(chunk.name.startswith("key") for chunk in named)


def test_all_texts_are_read() -> None:
    for extensions in TEXT.values():
        for extension in extensions:
            check_invariants(
                read(f"a.{extension}", "One\n===\n\nWords.\n"), b"One\n===\n\nWords.\n"
            )


def test_perl_quote_that_nothing_ends() -> None:
    """The grammar's scanner would look for the end of such a last line for ever."""
    facts = analyse("a.pl", Text(b"sub run { 1 }\nmy $x = q#y"))
    assert facts is not None
    assert [one.qualified_name for one in facts.facts.definitions] == ["run"]
